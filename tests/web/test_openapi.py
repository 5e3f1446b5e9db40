"""The description of every route is committed, with the role of each."""

from __future__ import annotations

import json
from pathlib import Path

from controller.web.app import create_app
from controller.web.roles import Role
from tests.web.fake import FakeTable

COMMITTED = Path("docs/openapi.json")


def description() -> str:
    """As it stands in the file; written anew by ``python -m tests.web.test_openapi``."""
    return json.dumps(create_app(FakeTable()).openapi(), indent=1, ensure_ascii=False) + "\n"


def test_the_committed_description_is_what_is_served() -> None:
    assert COMMITTED.read_text() == description(), "run: python -m tests.web.test_openapi"


def test_every_operation_names_its_role() -> None:
    for path, operations in json.loads(COMMITTED.read_text())["paths"].items():
        for method, operation in operations.items():
            assert operation["x-role"] in set(Role), (path, method)
            assert method in ("get", "post")


if __name__ == "__main__":
    COMMITTED.write_text(description())
