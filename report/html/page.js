"use strict";
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const nodes = JSON.parse(document.getElementById("nodes").textContent) || [];

  // Findings.
  const filters = document.getElementById("filters");
  const findings = all(".finding");
  let folder = null; // of the chosen skill
  const within = (file) => folder === null || folder === "." || file.startsWith(folder + "/");
  const filter = () => {
    if (!filters) return;
    const severities = new Set(all("[name=severity]:checked").map((box) => box.value));
    const rule = filters.elements.rule.value;
    const text = filters.elements.text.value.toLowerCase();
    let shown = 0;
    for (const f of findings) {
      const keep = severities.has(f.dataset.severity) && (!rule || f.dataset.rule === rule) && within(f.dataset.file) &&
        (!text || f.textContent.toLowerCase().includes(text));
      f.hidden = !keep;
      if (keep) shown++;
    }
    document.getElementById("shown").textContent = `${shown} of ${findings.length} shown`;
  };
  if (filters) {
    filters.addEventListener("input", filter);
    filters.addEventListener("submit", (e) => e.preventDefault());
  }
  filter();

  // The graph: a view box that moves.
  const canvas = document.getElementById("canvas");
  const svg = canvas.querySelector("svg");
  const whole = svg.viewBox.baseVal;
  const full = { x: whole.x, y: whole.y, w: whole.width, h: whole.height };
  let view = { ...full };
  const draw = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  const scale = () => Math.max(view.w / canvas.clientWidth, view.h / canvas.clientHeight);
  const zoom = (factor, x, y) => {
    const w = Math.min(Math.max(view.w * factor, 120), full.w * 2);
    factor = w / view.w;
    view = { x: x - (x - view.x) * factor, y: y - (y - view.y) * factor, w, h: view.h * factor };
    draw();
  };
  const middle = (factor) => zoom(factor, view.x + view.w / 2, view.y + view.h / 2);
  const point = (e) => {
    const box = canvas.getBoundingClientRect();
    const s = scale();
    return {
      x: view.x + view.w / 2 + (e.clientX - box.left - box.width / 2) * s,
      y: view.y + view.h / 2 + (e.clientY - box.top - box.height / 2) * s,
    };
  };
  canvas.addEventListener("wheel", (e) => {
    e.preventDefault();
    const p = point(e);
    zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, p.x, p.y);
  }, { passive: false });
  let drag = null;
  canvas.addEventListener("pointerdown", (e) => { drag = { x: e.clientX, y: e.clientY, moved: false }; });
  canvas.addEventListener("pointermove", (e) => {
    if (!drag) return;
    const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
    if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
    if (!drag.moved) canvas.setPointerCapture(e.pointerId);
    drag = { x: e.clientX, y: e.clientY, moved: true };
    canvas.classList.add("dragged");
    view.x -= dx * scale();
    view.y -= dy * scale();
    draw();
  });
  canvas.addEventListener("pointerup", (e) => {
    const moved = drag && drag.moved;
    drag = null;
    canvas.classList.remove("dragged");
    if (moved) return;
    const node = e.target.closest(".node");
    choose(node ? Number(node.dataset.node) : null, false);
  });

  // A chosen skill: its neighbours stay, its findings are shown.
  const look = document.getElementById("look");
  const choose = (n, center) => {
    canvas.classList.toggle("chosen", n !== null);
    const near = new Set([n]);
    for (const edge of all("#canvas .edge")) {
      const from = Number(edge.dataset.from), to = Number(edge.dataset.to);
      const touches = from === n || to === n;
      edge.classList.toggle("near", touches);
      if (touches) near.add(from).add(to);
    }
    for (const node of all("#canvas .node")) {
      const i = Number(node.dataset.node);
      node.classList.toggle("near", near.has(i));
      node.classList.toggle("chosen", i === n);
      if (i === n && center) {
        const box = node.getBBox();
        const w = Math.min(full.w, 900), h = w * canvas.clientHeight / canvas.clientWidth;
        view = { x: box.x + box.width / 2 - w / 2, y: box.y + box.height / 2 - h / 2, w, h };
        draw();
      }
    }
    folder = n === null ? null : nodes[n].dir || null;
    document.getElementById("chosen").textContent = n === null ? "" : `${nodes[n].name}: ${near.size - 1} neighbours`;
    filter();
  };
  look.addEventListener("submit", (e) => e.preventDefault());
  look.elements.in.addEventListener("click", () => middle(1 / 1.5));
  look.elements.out.addEventListener("click", () => middle(1.5));
  look.elements.all.addEventListener("click", () => { view = { ...full }; draw(); look.reset(); choose(null, false); });
  look.elements.skill.addEventListener("change", (e) => {
    const name = e.target.value.trim().toLowerCase();
    let n = nodes.findIndex((node) => node.name.toLowerCase() === name);
    if (n < 0) n = nodes.findIndex((node) => name && node.name.toLowerCase().includes(name));
    choose(n < 0 ? null : n, true);
  });
})();
