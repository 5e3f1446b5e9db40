// One line of the console: what happened, typed. Lines are sent one after the other; one that is refused comes back.

import { post } from "./page.js";

const form = document.getElementById("typing");
const input = document.getElementById("typed");
const told = document.getElementById("typed-told");
const who = form.querySelector(".who");
const does = form.querySelector(".does");
const live = () => document.getElementById("live").dataset;

const waiting = []; // lines that have not been sent yet
const before = []; // lines that were typed, to be had again with the arrows
let at = 0;
let sending = false;
let seat = live().seat;
let line = 0; // of what was recorded last from here

/** Whose turn it is, beside the field. A picture that is older than the last answer does not know. */
function prompt() {
  const { who: name, does: words, example } = live();
  if (Number(live().line) < line) return;
  seat = live().seat;
  who.textContent = name;
  does.textContent = words;
  input.placeholder = example;
}

function tell(line, wrong) {
  told.textContent = line;
  told.classList.toggle("wrong", wrong);
}

/** Send what waits. After a refusal nothing more is sent: what was behind it comes back too, with the arrows. */
async function send() {
  if (sending) return;
  sending = true;
  form.classList.add("busy");
  while (waiting.length) {
    const typed = waiting[0];
    try {
      const answer = await post("/director/typed", { line: typed, seat, numbers: live().numbers });
      seat = answer.seat;
      line = answer.line ?? line;
      waiting.shift();
      tell(answer.line ? `${answer.line}  ${answer.text}` : answer.text, false);
    } catch (problem) {
      const unsent = waiting.splice(0);
      const behind = unsent.slice(1).join(" · ");
      tell(behind ? `${problem.message} ${told.dataset.unsent} ${behind}` : problem.message, true);
      if (!input.value) {
        input.value = typed;
        input.select();
      }
    }
  }
  sending = false;
  form.classList.remove("busy");
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = input.value.trim();
  if (!typed) return;
  if (before.at(-1) !== typed) before.push(typed);
  at = before.length;
  waiting.push(typed);
  input.value = "";
  send();
});

input.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  at = Math.min(Math.max(at + (event.key === "ArrowUp" ? -1 : 1), 0), before.length);
  input.value = before[at] ?? "";
});

// Whatever is typed outside a field is meant for this one.
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("input, select, textarea, dialog, details[open]") || document.querySelector("dialog[open]");
  if (busy || event.ctrlKey || event.metaKey || event.altKey || !/^[\p{L}\p{N}?]$/u.test(event.key)) return;
  input.focus();
});

document.addEventListener("pone:shown", prompt);
document.getElementById("dialog").addEventListener("close", () => input.focus());
prompt();
