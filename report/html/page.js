"use strict";
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const data = (id) => JSON.parse(document.getElementById(id)?.textContent || "null") || [];
  const element = (name, text, className) => Object.assign(document.createElement(name), { textContent: text, className: className || "" });

  // Findings, and the filters, which the address keeps: #rule=…&path=…
  const filters = document.getElementById("filters");
  const findings = all(".finding");
  let chosen = null; // the skill whose findings are shown: {name, dirs}
  const within = (file) => !chosen || chosen.dirs.some((dir) => dir === "." || file.startsWith(dir + "/"));
  const filter = () => {
    if (!filters) return;
    const { rule, path, text, skill } = filters.elements;
    const severities = new Set(all("[name=severity]:checked").map((box) => box.value));
    const [inPath, inText] = [path.value.toLowerCase(), text.value.toLowerCase()];
    let shown = 0;
    for (const f of findings) {
      const keep = severities.has(f.dataset.severity) && (!rule.value || f.dataset.rule === rule.value) && within(f.dataset.file) &&
        f.dataset.file.toLowerCase().includes(inPath) && f.textContent.toLowerCase().includes(inText);
      f.hidden = !keep;
      if (keep) shown++;
    }
    skill.hidden = !chosen;
    skill.textContent = chosen ? `only ${chosen.name} ×` : "";
    document.getElementById("shown").textContent = `${shown} of ${findings.length} shown`;
  };
  const remember = () => {
    const { rule, path, text } = filters.elements;
    const query = new URLSearchParams();
    for (const field of [rule, path, text]) if (field.value) query.set(field.name, field.value);
    const off = all("[name=severity]:not(:checked)").map((box) => box.value);
    if (off.length) query.set("without", off.join(","));
    try { history.replaceState(null, "", query.size ? `#${query}` : "#findings"); } catch { /* a page in a frame may have no history */ }
  };
  const follow = () => {
    const hash = decodeURIComponent(location.hash.slice(1));
    if (!filters || !hash) return;
    if (hash.includes("=")) {
      const query = new URLSearchParams(location.hash.slice(1));
      for (const name of ["rule", "path", "text"]) filters.elements[name].value = query.get(name) || "";
      const off = (query.get("without") || "").split(",");
      for (const box of all("[name=severity]")) box.checked = !off.includes(box.value);
      filter();
      return;
    }
    const target = document.getElementById(hash);
    if (target?.hidden) { filters.reset(); target.scrollIntoView(); }
  };
  if (filters) {
    filters.addEventListener("input", () => { filter(); remember(); });
    filters.addEventListener("submit", (e) => e.preventDefault());
    filters.addEventListener("reset", () => setTimeout(() => { choose(null); remember(); }));
    filters.elements.skill.addEventListener("click", () => choose(null));
    addEventListener("hashchange", follow);
  }

  // The graph: one of two drawings, of skills or of groups, in a view box that moves.
  const canvas = document.getElementById("canvas");
  const look = document.getElementById("look");
  const panel = document.getElementById("chosen");
  const whole = { nodes: data("nodes"), svg: canvas.querySelector("svg") };
  const collapsed = document.getElementById("collapsed");
  const groups = collapsed && { nodes: data("groups"), svg: collapsed.content.querySelector("svg") };
  const prepare = (drawing) => {
    const { svg } = drawing;
    drawing.boxes = [...svg.querySelectorAll(".node")];
    drawing.edges = [...svg.querySelectorAll(".edge[data-from]")];
    drawing.boxOf = new Map(drawing.boxes.map((box) => [Number(box.dataset.node), box]));
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", svg.querySelector("title").textContent);
    for (const box of drawing.boxes) {
      box.setAttribute("role", "button"); // its title is its name
      box.setAttribute("tabindex", "-1");
    }
    drawing.boxes[0]?.setAttribute("tabindex", "0");
  };
  [whole, groups].filter(Boolean).forEach(prepare);
  let now = whole, full, view;
  // A drawing is never blown up, and leaves no room empty.
  const fit = () => {
    const { x, y, width, height } = now.svg.viewBox.baseVal;
    now.size ||= { x, y, width, height };
    full = { x: now.size.x, y: now.size.y, w: Math.max(now.size.width, canvas.clientWidth), h: now.size.height };
    canvas.style.height = `${Math.min(Math.max(full.h * canvas.clientWidth / full.w, 160), 0.75 * innerHeight)}px`;
    view = { ...full };
    draw();
  };
  const draw = () => now.svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  const scale = () => Math.max(view.w / canvas.clientWidth, view.h / canvas.clientHeight);
  const zoom = (factor, x, y) => {
    const w = Math.min(Math.max(view.w * factor, 120), full.w * 2);
    factor = w / view.w;
    view = { x: x - (x - view.x) * factor, y: y - (y - view.y) * factor, w, h: view.h * factor };
    draw();
  };
  const middle = (factor) => zoom(factor, view.x + view.w / 2, view.y + view.h / 2);
  const center = (box, w) => {
    const h = w * canvas.clientHeight / canvas.clientWidth;
    view = { x: box.x + box.width / 2 - w / 2, y: box.y + box.height / 2 - h / 2, w, h };
    draw();
  };
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
    choose(node ? Number(node.dataset.node) : null);
  });

  // The keyboard: one box has the focus, arrows give it to the nearest in their direction.
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const middleOf = (box) => {
    const { x, y, width, height } = box.getBBox();
    return [x + width / 2, y + height / 2];
  };
  const give = (box) => {
    for (const other of now.svg.querySelectorAll(".node[tabindex='0']")) other.setAttribute("tabindex", "-1");
    box.setAttribute("tabindex", "0");
    box.focus({ preventScroll: true });
    const { x, y, width, height } = box.getBBox();
    if (x < view.x || y < view.y || x + width > view.x + view.w || y + height > view.y + view.h) center({ x, y, width, height }, view.w);
  };
  canvas.addEventListener("keydown", (e) => {
    const box = e.target.closest(".node");
    if (!box) return;
    if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      choose(Number(box.dataset.node));
    } else if (step[e.key]) {
      e.preventDefault();
      const [dx, dy] = step[e.key], [x, y] = middleOf(box);
      let best = null, least = Infinity;
      for (const other of now.boxes) {
        const [ox, oy] = middleOf(other);
        const along = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
        if (along > 1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
      }
      if (best) give(best);
    }
  });
  addEventListener("keydown", (e) => { if (e.key === "Escape") choose(null); });

  // A chosen skill: its neighbours stay, in the drawing and by name; its findings are shown.
  const ends = (edge) => [Number(edge.dataset.from), Number(edge.dataset.to)];
  const marks = ["broken", "cycle", "read", "soft"];
  const words = { broken: "broken", cycle: "in a cycle", read: "read-only", soft: "mention" };
  const names = (drawing) => (a, b) => drawing.nodes[a].name.localeCompare(drawing.nodes[b].name);
  const section = (title, items) => {
    const part = element("section", "");
    part.append(element("h3", `${title}: ${items.length}`));
    const ul = element("ul", "");
    for (const [n, edge, drawing] of items) {
      const kinds = edge ? marks.filter((mark) => edge.classList.contains(mark)) : [];
      const button = element("button", drawing.nodes[n].name, kinds.join(" "));
      button.type = "button";
      button.addEventListener("click", () => { turn(drawing); choose(n, true); });
      const li = element("li", "");
      li.append(button, ...kinds.flatMap((kind) => [" ", element("span", words[kind], "kind")]));
      ul.append(li);
    }
    part.append(ul);
    return part;
  };
  const neighbours = (n, end) => now.edges.map((e) => [ends(e), e]).filter(([pair]) => pair[end] === n)
    .map(([pair, e]) => [pair[1 - end], e, now]).sort(([a], [b]) => names(now)(a, b));
  // The edges of the cycles through a node: those that lead from it and back.
  const around = (n) => {
    const reach = (from, end) => {
      const seen = new Set([from]), todo = [from];
      while (todo.length) {
        const at = todo.pop();
        for (const e of now.edges) {
          const pair = ends(e);
          if (e.classList.contains("cycle") && pair[end] === at && !seen.has(pair[1 - end])) { seen.add(pair[1 - end]); todo.push(pair[1 - end]); }
        }
      }
      return seen;
    };
    const out = reach(n, 0), back = reach(n, 1);
    return (e) => e.classList.contains("cycle") && ends(e).every((end) => out.has(end) && back.has(end));
  };
  const show = (n) => {
    panel.hidden = n === null;
    if (n === null) return;
    const node = now.nodes[n];
    const detail = now.boxOf.get(n).querySelector("title").textContent.slice(node.name.length).replace(/^ · /, "");
    panel.replaceChildren(element("h3", node.name), element("p", detail, "place"));
    if (now.edges.some((e) => e.classList.contains("cycle") && ends(e).includes(n))) {
      const button = element("button", "show its cycle");
      button.type = "button";
      button.addEventListener("click", () => mark(around(n), (i) => i === n));
      panel.append(button);
    }
    panel.append(section("needs", neighbours(n, 0)), section("needed by", neighbours(n, 1)));
    if (node.members) panel.append(section("skills", node.members.map((m) => [m, null, whole]).sort(([a], [b]) => names(whole)(a, b))));
  };
  const dirsOf = (n) => now.nodes[n].members ? now.nodes[n].members.map((m) => whole.nodes[m].dir) : [now.nodes[n].dir];
  const choose = (n, near) => {
    look.elements.faults.checked = false;
    show(n);
    mark(n === null ? null : (edge) => ends(edge).includes(n), (i) => i === n);
    for (const box of now.boxes) box.classList.toggle("chosen", Number(box.dataset.node) === n);
    if (n !== null && near) center(now.boxOf.get(n).getBBox(), Math.min(full.w, Math.max(canvas.clientWidth, 600)));
    const dirs = n === null ? [] : dirsOf(n).filter(Boolean);
    chosen = dirs.length ? { name: now.nodes[n].name, dirs } : null;
    filter();
  };
  // mark fades all but some edges, their ends, and some nodes; null fades none.
  const mark = (edge, node) => {
    canvas.classList.toggle("chosen", edge !== null);
    for (const part of now.svg.querySelectorAll(".near")) part.classList.remove("near");
    const near = new Set();
    for (const e of edge ? now.edges : []) {
      if (!edge(e)) continue;
      e.classList.add("near");
      ends(e).forEach((n) => near.add(n));
    }
    for (const box of edge ? now.boxes : []) {
      const n = Number(box.dataset.node);
      if (near.has(n) || node(n, box)) box.classList.add("near");
    }
  };
  // turn shows the other drawing.
  const turn = (drawing) => {
    if (drawing === now) return;
    choose(null);
    now = drawing;
    canvas.replaceChildren(now.svg);
    look.elements.groups.checked = now === groups;
    fit();
  };
  look.addEventListener("submit", (e) => e.preventDefault());
  look.elements.in.addEventListener("click", () => middle(1 / 1.5));
  look.elements.out.addEventListener("click", () => middle(1.5));
  look.elements.all.addEventListener("click", () => { look.elements.skill.value = ""; choose(null); fit(); });
  look.elements.groups?.addEventListener("change", (e) => turn(e.target.checked ? groups : whole));
  look.elements.faults.addEventListener("change", (e) => {
    const on = e.target.checked;
    choose(null);
    e.target.checked = on;
    if (on) mark((edge) => edge.matches(".broken, .cycle"), (n, box) => box.matches(".fault, .missing"));
  });
  look.elements.skill.addEventListener("change", (e) => {
    const name = e.target.value.trim().toLowerCase();
    if (name) turn(whole);
    let n = whole.nodes.findIndex((node) => node.name.toLowerCase() === name);
    if (n < 0) n = whole.nodes.findIndex((node) => name && node.name.toLowerCase().includes(name));
    choose(n < 0 ? null : n, true);
  });

  // The same as a table, made when it is opened.
  document.getElementById("table").addEventListener("toggle", (e) => {
    if (!e.target.open || e.target.querySelector("table")) return;
    const table = element("table", ""), head = table.createTHead().insertRow(), body = table.createTBody();
    for (const title of ["skill", "needs", "needed by"]) head.append(Object.assign(element("th", title), { scope: "col" }));
    const lists = whole.nodes.map(() => [[], []]);
    for (const edge of whole.edges) {
      const [from, to] = ends(edge), kinds = marks.filter((mark) => edge.classList.contains(mark)).map((kind) => words[kind]);
      const text = (n) => whole.nodes[n].name + (kinds.length ? ` (${kinds.join(", ")})` : "");
      lists[from][0].push(text(to));
      lists[to][1].push(text(from));
    }
    whole.nodes.forEach((node, n) => {
      const row = body.insertRow();
      for (const text of [node.name, ...lists[n].map((list) => list.join(", "))]) row.insertCell().textContent = text;
    });
    e.target.append(table);
  }, true);

  if (groups && look.elements.groups.checked) turn(groups);
  fit();
  filter();
  follow();
})();
