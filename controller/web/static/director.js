// The console's dialogs: a form per kind of fact, empty to enter one, filled to correct one.

import { post } from "./page.js";

const dialog = document.getElementById("dialog");
const form = dialog.querySelector("form");
const fields = dialog.querySelector(".fields");
const about = dialog.querySelector(".about");
const error = dialog.querySelector(".error");
const titles = document.getElementById("titles").dataset;
let send = null; // what the open dialog does with its fields

const clone = (name) => document.getElementById(`form-${name}`)?.content.cloneNode(true) ?? document.createDocumentFragment();
const numbers = () => document.getElementById("live").dataset.numbers;

/** The fields as an object of the record; empty ones are left out. */
function read() {
  const out = {};
  for (const input of fields.querySelectorAll("[name]")) {
    const { name, value } = input;
    switch (input.dataset.kind) {
      case "flag":
        if (input.checked || input.required) out[name] = input.checked;
        break;
      case "tricks":
        if (value !== "") out[name] = { ...out[name], [input.dataset.side]: Number(value) };
        break;
      case "number":
        if (value !== "") out[name] = Number(value);
        break;
      case "card":
      case "cards":
        if (value.trim()) out[name] = value.trim().toUpperCase().replace(/\s+/g, " ");
        break;
      case "name":
        out[name] = value.trim();
        break;
      default:
        if (value.trim()) out[name] = value.trim();
    }
  }
  return out;
}

function fill(fact) {
  for (const input of fields.querySelectorAll("[name]")) {
    const value = fact[input.name];
    if (value === undefined || value === null) continue;
    if (input.dataset.kind === "flag") input.checked = value === true;
    else if (input.dataset.kind === "tricks") input.value = value[input.dataset.side] ?? "";
    else input.value = Array.isArray(value) ? value.join(" ") : value;
  }
}

function open(title, words, parts, act) {
  document.getElementById("dialog-title").textContent = title;
  about.textContent = words ?? "";
  about.hidden = !words;
  error.hidden = true;
  fields.replaceChildren(...parts);
  send = act;
  dialog.showModal();
  fields.querySelector("[name]")?.focus();
}

/** Split what was read into the fact and the reason for it. */
function withWhy(kind) {
  const { why, ...rest } = read();
  const reason = fields.querySelector('[data-kind="why"]').value.trim();
  const fact = { fact: kind, ...rest };
  if (fields.querySelectorAll('[name="why"]').length > 1 && why !== reason) fact.why = why;
  return { fact, why: reason };
}

const dialogs = {
  fact({ kind }) {
    const title = document.getElementById(`form-${kind}`).dataset.title;
    open(title, "", [clone(kind)], () => post("/director/fact", { fact: { fact: kind, ...read() }, numbers: numbers() }));
  },
  correct({ kind, line, fact }) {
    open(`${titles.correct} ${line}`, "", [clone(kind), clone("-why")], () =>
      post("/director/correct", { line: Number(line), ...withWhy(kind) }));
    fill(JSON.parse(fact));
  },
  retract({ line, words }) {
    open(`${titles.retract} ${line}`, words, [clone("-why")], () => post("/director/retract", { line: Number(line), ...read() }));
  },
  answer({ kind, line, fact }) {
    open(titles.answer, "", [clone(kind)], () =>
      post("/director/answer", { line: Number(line), fact: { fact: kind, ...read() } }));
    fill(JSON.parse(fact));
  },
  rule({ ruling, outcomes }) {
    const part = clone("-rule");
    const list = part.querySelector("datalist");
    for (const outcome of outcomes.split(" ")) list.append(new Option(outcome.replaceAll("_", " "), outcome));
    open(`${document.getElementById("form--rule").dataset.title} ${ruling}`, "", [part], () =>
      post("/director/fact", { fact: { fact: "ruled", by: "director", ruling: Number(ruling), ...read() }, numbers: numbers() }));
  },
  look() {
    open(titles.look, titles.lookWords, [clone("-code")], () => post("/director/look", read()));
  },
  void() {
    open(titles.void, titles.voidWords, [clone("-code"), clone("-why")], () => post("/director/void", read()));
  },
  uncut() {
    open(titles.uncut, titles.uncutWords, [], () => post("/director/uncut", {}));
  },
  names() {
    open(document.getElementById("form--names").dataset.title, "", [clone("-names")], () => post("/director/names", { names: read() }));
  },
};

document.addEventListener("click", (event) => {
  const opener = event.target.closest("button[data-dialog]");
  if (opener) {
    dialogs[opener.dataset.dialog](opener.dataset);
  } else if (event.target.closest("[data-close]")) {
    dialog.close();
  }
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  error.hidden = true;
  try {
    await send();
    dialog.close();
  } catch (problem) {
    error.textContent = problem.message;
    error.hidden = false;
  }
});
