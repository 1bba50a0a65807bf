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
  const { x, y, width, height } = svg.viewBox.baseVal;
  const full = { x, y, w: width, h: height };
  let view = { ...full };
  // A drawing is never blown up, and leaves no room empty.
  const fit = () => {
    full.w = Math.max(width, canvas.clientWidth);
    canvas.style.height = `${Math.min(Math.max(height * canvas.clientWidth / full.w, 160), 0.75 * innerHeight)}px`;
    view = { ...full };
  };
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

  // A chosen skill: its neighbours stay, in the drawing and by name; its findings are shown.
  const look = document.getElementById("look");
  const panel = document.getElementById("chosen");
  const boxes = all("#canvas .node"), edges = all("#canvas .edge[data-from]");
  const boxOf = (n) => boxes.find((box) => Number(box.dataset.node) === n);
  const ends = (edge) => [Number(edge.dataset.from), Number(edge.dataset.to)];
  const marks = ["broken", "cycle", "read", "soft"];
  const words = { broken: "broken", cycle: "in a cycle", read: "read-only", soft: "mention" };
  const element = (name, text, className) => Object.assign(document.createElement(name), { textContent: text, className: className || "" });
  const list = (title, items) => {
    const section = element("section", "");
    section.append(element("h3", `${title}: ${items.length}`));
    const ul = element("ul", "");
    for (const [n, edge] of items) {
      const kinds = marks.filter((mark) => edge.classList.contains(mark));
      const button = element("button", nodes[n].name, kinds.join(" "));
      button.type = "button";
      button.addEventListener("click", () => choose(n, true));
      const li = element("li", "");
      li.append(button, ...kinds.flatMap((kind) => [" ", element("span", words[kind], "kind")]));
      ul.append(li);
    }
    section.append(ul);
    return section;
  };
  const show = (n) => {
    panel.hidden = n === null;
    if (n === null) return;
    const of = (end, other) => edges.map((e) => [ends(e), e]).filter(([pair]) => pair[end] === n).map(([pair, e]) => [pair[other], e])
      .sort(([a], [b]) => nodes[a].name.localeCompare(nodes[b].name));
    const detail = boxOf(n).querySelector("title").textContent.slice(nodes[n].name.length).replace(/^ · /, "");
    panel.replaceChildren(element("h3", nodes[n].name), element("p", detail, "place"),
      list("needs", of(0, 1)), list("needed by", of(1, 0)));
  };
  const choose = (n, center) => {
    look.elements.faults.checked = false;
    show(n);
    mark(n === null ? null : (edge) => ends(edge).includes(n), (i) => i === n);
    for (const node of boxes) node.classList.toggle("chosen", Number(node.dataset.node) === n);
    if (n !== null && center) {
      const box = boxOf(n).getBBox();
      const w = Math.min(full.w, Math.max(canvas.clientWidth, 600)), h = w * canvas.clientHeight / canvas.clientWidth;
      view = { x: box.x + box.width / 2 - w / 2, y: box.y + box.height / 2 - h / 2, w, h };
      draw();
    }
    folder = n === null ? null : nodes[n].dir || null;
    filter();
  };
  // mark fades all but some edges, their ends, and some nodes; null fades none.
  const mark = (edge, node) => {
    canvas.classList.toggle("chosen", edge !== null);
    for (const part of all("#canvas .near")) part.classList.remove("near");
    const near = new Set();
    for (const e of edge ? edges : []) {
      if (!edge(e)) continue;
      e.classList.add("near");
      ends(e).forEach((n) => near.add(n));
    }
    for (const box of edge ? boxes : []) {
      const n = Number(box.dataset.node);
      if (near.has(n) || node(n, box)) box.classList.add("near");
    }
  };
  look.addEventListener("submit", (e) => e.preventDefault());
  look.elements.in.addEventListener("click", () => middle(1 / 1.5));
  look.elements.out.addEventListener("click", () => middle(1.5));
  look.elements.all.addEventListener("click", () => { view = { ...full }; draw(); look.reset(); choose(null, false); });
  look.elements.faults.addEventListener("change", (e) => {
    const on = e.target.checked;
    choose(null, false);
    e.target.checked = on;
    if (on) mark((edge) => edge.matches(".broken, .cycle"), (n, box) => box.matches(".fault, .missing"));
  });
  look.elements.skill.addEventListener("change", (e) => {
    const name = e.target.value.trim().toLowerCase();
    let n = nodes.findIndex((node) => node.name.toLowerCase() === name);
    if (n < 0) n = nodes.findIndex((node) => name && node.name.toLowerCase().includes(name));
    choose(n < 0 ? null : n, true);
  });
  fit();
  draw();
})();
