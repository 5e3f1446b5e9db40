// Buttons that record something: each carries the path and the JSON that it sends.

import { post, toast } from "./page.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-post]");
  if (!button || button.disabled) return;
  const body = button.dataset.fact ? { fact: JSON.parse(button.dataset.fact) } : JSON.parse(button.dataset.body);
  const setting = button.closest("[data-keep]")?.querySelector("input");
  if (setting) body[setting.name] = Number(setting.value);
  const numbers = document.getElementById("live")?.dataset.numbers;
  if (numbers && button.dataset.post === "/director/fact") body.numbers = numbers;
  button.disabled = true;
  try {
    const answer = await post(button.dataset.post, body);
    if (answer.go) location.assign(answer.go);
  } catch (problem) {
    toast(problem.message);
  } finally {
    button.disabled = false;
  }
});
