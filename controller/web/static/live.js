// Keeps the live region equal to the server's picture, and veils it when the server has not been heard.

import { Idiomorph } from "./vendor/idiomorph.esm.js";

const STALE_MS = 2600; // the veil falls within three seconds of the last heartbeat
const RETRY_MS = 1500;
const TICK_MS = 100;

const root = document.documentElement;
let source = null;
let heard = null; // on two clocks: one stands still while the machine sleeps, the other may be set
let tried = 0;

const clocks = () => [performance.now(), Date.now()];

function stale() {
  if (heard === null) return performance.now() > STALE_MS;
  const [steady, wall] = clocks();
  return steady - heard[0] > STALE_MS || Math.abs(wall - heard[1]) > STALE_MS;
}

function alive() {
  heard = clocks();
  root.dataset.live = "yes";
}

/** Which menus are open, and what somebody is setting, is the reader's affair, not the server's. */
const callbacks = {
  beforeAttributeUpdated: (name, element) => !(name === "open" && element.localName === "details"),
  beforeNodeMorphed: (old, fresh) => !(old instanceof Element && "keep" in old.dataset && old.id === fresh.id),
};

function show(html) {
  Idiomorph.morph(document.getElementById("live"), html, { morphStyle: "outerHTML", callbacks });
  document.dispatchEvent(new Event("pone:shown"));
  if (document.getElementById("live").dataset.assets !== root.dataset.assets) location.reload();
}

/** The server answered the stream with an error: if this page may no longer be seen, loading it again says so. */
async function refused() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (answer.status === 401 || answer.status === 403) location.reload();
  } catch { /* not reachable: the veil says it */ }
}

function connect() {
  tried = performance.now();
  source?.close();
  const mine = new EventSource(document.body.dataset.stream);
  source = mine;
  mine.addEventListener("view", (event) => {
    if (mine !== source) return;
    show(event.data);
    alive();
  });
  mine.addEventListener("beat", () => { if (mine === source) alive(); });
  mine.addEventListener("error", () => {
    if (mine === source && mine.readyState === EventSource.CLOSED) refused();
  });
}

function watch() {
  if (!stale()) return;
  root.dataset.live = "no";
  if (performance.now() - tried > RETRY_MS) connect();
}

connect();
setInterval(watch, TICK_MS);
document.addEventListener("visibilitychange", watch);
window.addEventListener("pageshow", (event) => { if (event.persisted) { root.dataset.live = "no"; connect(); } });
