// The pone's cut: a pack seen from its side; he moves along its edges, by finger, by key or by the buttons beside it.

function show(cutter) {
  const input = cutter.querySelector("input");
  const number = Number(input.value);
  for (const place of cutter.querySelectorAll("[data-lifted]")) place.textContent = number;
  for (const edge of cutter.querySelectorAll("[data-edge]")) edge.classList.toggle("lifted", Number(edge.dataset.edge) <= number);
}

document.addEventListener("input", (event) => {
  const cutter = event.target.closest(".cutter");
  if (cutter) show(cutter);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const cutter = button.closest(".cutter");
  const input = cutter.querySelector("input");
  input.value = Number(input.value) + Number(button.dataset.step);
  show(cutter);
});
