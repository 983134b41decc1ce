// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for whom. Threads that wait for each other are drawn as a ring; the list beside the drawing says the same.

function ringOf(waiters) {
  for (const start of waiters.keys()) {
    const path = [start];
    for (;;) {
      const next = waiters.get(path[path.length - 1]).waits_for_thread;
      if (next === start) return path;
      if (!waiters.has(next) || path.includes(next)) break;
      path.push(next);
    }
  }
  return [];
}

function drawRing(v, ring, waiters) {
  const size = 260, middle = size / 2, radius = ring.length === 1 ? 0 : 84;
  const at = (i) => {
    const angle = (2 * Math.PI * i) / ring.length - Math.PI / 2;
    return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)];
  };
  const parts = [ARROW_HEADS()];
  ring.forEach((thread, i) => {
    const [x1, y1] = at(i), [x2, y2] = at((i + 1) % ring.length);
    const l = waiters.get(thread);
    if (ring.length === 1) {
      parts.push(svg("path", { class: "arrow race", d: `M ${x1 - 10} ${y1 - 20} C ${x1 - 60} ${y1 - 90}, ${x1 + 60} ${y1 - 90}, ${x1 + 10} ${y1 - 20}`, "marker-end": "url(#head-race)" }));
      parts.push(svg("text", { x: x1, y: y1 - 82, "text-anchor": "middle" }, l.waits_for || ""));
      return;
    }
    const length = Math.hypot(x2 - x1, y2 - y1), cut = 24 / length;
    // Two threads have two arrows between them: each goes on its own side.
    const off = ring.length === 2 ? (x1 === x2 ? 34 : 0) * (y1 < y2 ? 1 : -1) : 0;
    const from = [x1 + (x2 - x1) * cut, y1 + (y2 - y1) * cut], to = [x2 - (x2 - x1) * cut, y2 - (y2 - y1) * cut];
    const mid = [(x1 + x2) / 2 + off, (y1 + y2) / 2];
    parts.push(svg("path", { class: "arrow race", d: `M ${from[0]} ${from[1]} Q ${mid[0]} ${mid[1]} ${to[0]} ${to[1]}`, "marker-end": "url(#head-race)" }));
    parts.push(svg("text", { x: mid[0] + (off ? off / 2 : 0), y: mid[1], "text-anchor": off > 0 ? "start" : off < 0 ? "end" : "middle" }, l.waits_for || ""));
  });
  ring.forEach((thread, i) => {
    const [x, y] = at(i);
    parts.push(svg("circle", { class: `ring-node ${threadClass(thread)}`, cx: x, cy: y, r: 20 }), svg("text", { class: "ring-name", x, y: y + 5, "text-anchor": "middle" }, `T${thread}`));
  });
  return svg("svg", { width: size, height: size, viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `threads ${ring.join(", ")} wait for each other in a ring` }, parts);
}

function showRing(v) {
  const waiting = v.locations.filter(isWaiting);
  byId("ring").hidden = !waiting.length;
  if (!waiting.length) return;
  const waiters = new Map(waiting.map((l) => [l.thread, l]));
  const ring = ringOf(waiters);
  const order = [...ring, ...[...waiters.keys()].filter((t) => !ring.includes(t))];
  byId("ring-picture").replaceChildren(...(ring.length ? [drawRing(v, ring, waiters)] : []));
  byId("ring-list").replaceChildren(...order.map((thread) => {
    const l = waiters.get(thread);
    return el("li", { class: ring.includes(thread) ? "in-ring" : null }, badge(thread), ` ${threadTitle(v.trace, thread)} holds ${l.holds.join(", ") || "nothing"} and ${waitingPhrase(l)} (${place(l)})`);
  }));
}
