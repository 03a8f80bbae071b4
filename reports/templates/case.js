"use strict";
(() => {
  const play = document.getElementById("play");
  const steps = [...play.querySelectorAll("ol.steps > li")];
  if (!steps.length) return;
  const by = (name) => play.querySelector(`[data-go="${name}"]`);
  const where = play.querySelector("output");
  const start = steps.findIndex((step) => step.classList.contains("wrong"));
  let now = start < 0 ? 0 : start;
  let list = false;
  const show = (place) => {
    now = Math.max(0, Math.min(steps.length - 1, place));
    steps.forEach((step, i) => step.classList.toggle("now", i === now));
    play.classList.toggle("stepping", !list);
    for (const name of ["first", "back"]) by(name).disabled = list || now === 0;
    for (const name of ["next", "last"]) by(name).disabled = list || now === steps.length - 1;
    by("list").setAttribute("aria-pressed", String(list));
    where.textContent = list ? `all ${steps.length} steps` : `step ${now + 1} of ${steps.length}`;
  };
  const go = {
    first: () => show(0), back: () => show(now - 1), next: () => show(now + 1), last: () => show(steps.length - 1),
    list: () => { list = !list; show(now); },
  };
  for (const name of Object.keys(go)) by(name).addEventListener("click", go[name]);
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (list || event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    go[keys[event.key]]();
  });
  play.querySelector(".controls").hidden = false;
  show(now);
})();
