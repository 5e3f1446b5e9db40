// What every page needs: one way to send, toggles that this browser remembers, and the doors (codes and the one-time link).

const root = document.documentElement;

/** Send JSON to our own server; gives its answer. Throws an Error with one clear line. */
export async function post(path, body) {
  const csrf = document.querySelector('meta[name="csrf"]')?.content;
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  if (csrf) headers["X-CSRF"] = csrf;
  let response;
  try {
    response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin" });
  } catch {
    throw new Error("The table cannot be reached.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? "That was not recorded.");
  return answer;
}

let fading = 0;

/** Tell something in one line at the foot of the page. */
export function toast(line) {
  const box = document.querySelector(".toast");
  box.textContent = line;
  box.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { box.hidden = true; }, 6000);
}

// ---------------------------------------------------------------- toggles
function recall(name) {
  try { return localStorage.getItem(`pone.${name}`) === "on"; } catch { return false; }
}

function keep(name, on) {
  try { localStorage.setItem(`pone.${name}`, on ? "on" : "off"); } catch { /* a browser without storage forgets */ }
}

function settle(name, on) {
  root.dataset[name] = on ? "on" : "off";
  for (const button of document.querySelectorAll(`[data-toggle="${name}"]`)) button.setAttribute("aria-pressed", String(on));
}

for (const name of ["suits", "voice"]) settle(name, recall(name));

document.addEventListener("click", (event) => {
  const toggle = event.target.closest("[data-toggle]");
  if (!toggle) return;
  const name = toggle.dataset.toggle;
  const on = root.dataset[name] !== "on";
  keep(name, on);
  settle(name, on);
});

// ---------------------------------------------------------------- menus
function closeMenus(but) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== but) menu.open = false;
}

document.addEventListener("click", (event) => {
  closeMenus(event.target.closest("button") ? null : event.target.closest("details.menu"));
});

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest("details.menu[open]");
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// ---------------------------------------------------------------- rulings aloud
const told = new Set();

/** Say each ruling's sentence once, if this browser was asked to. */
function speak(silently) {
  for (const item of document.querySelectorAll(".notices h2, .notices .ribbon p, .ribbon b")) {
    const words = item.textContent.trim();
    if (told.has(words)) continue;
    told.add(words);
    if (!silently && root.dataset.voice === "on" && "speechSynthesis" in window) {
      speechSynthesis.speak(new SpeechSynthesisUtterance(words));
    }
  }
}

speak(true);
document.addEventListener("pone:shown", () => speak(false));

// ---------------------------------------------------------------- doors
const door = document.querySelector("form[data-form]");

async function enter(body) {
  const error = door.querySelector(".error");
  const button = door.querySelector("button");
  error.hidden = true;
  button.disabled = true;
  try {
    const answer = await post(door.dataset.form, body);
    location.replace(answer.go);
  } catch (problem) {
    error.textContent = problem.message;
    error.hidden = false;
    button.disabled = false;
  }
}

if (door) {
  const byLink = "keyFromLink" in door.dataset;
  const key = new URLSearchParams(location.search).get("key") ?? new URLSearchParams(location.hash.slice(1)).get("key") ?? "";
  const body = () => (byLink ? { key } : { code: door.elements.code.value });
  door.addEventListener("submit", (event) => {
    event.preventDefault();
    enter(body());
  });
  if (byLink && key) {
    history.replaceState(null, "", location.pathname);
    enter(body());
  }
}
