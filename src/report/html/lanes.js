// SPDX-License-Identifier: GPL-3.0-or-later
// The execution as lanes: time runs downwards, each thread has a lane, each step a row. Arrows between lanes are drawn
// behind the rows, as far as they can be seen.

const ROW = 26, GUTTER = 62;
const ARROW_KINDS = { create: "start and join", join: "start and join", lock: "lock handed over", value: "value read", wake: "signal", race: "race" };

class Lanes {
  constructor(select) {
    this.scroller = byId("lanes");
    this.heads = byId("lane-heads");
    this.select = select;
    this.list = new VirtualList(this.scroller, ROW, (i) => this.drawRow(i), (first, end) => this.drawBehind(first, end));
    this.picture = svg("svg", { class: "behind", "aria-hidden": "true" });
    this.list.inner.append(this.picture);
    this.scroller.addEventListener("scroll", () => { this.heads.scrollLeft = this.scroller.scrollLeft; }, { passive: true });
    this.hiddenKinds = new Set();
  }

  show(v, rows) {
    Object.assign(this, { v, rows, current: 0 });
    this.laneOf = new Map(v.trace.threads.map((t, lane) => [t.id, lane]));
    const room = (this.scroller.clientWidth || 700) - GUTTER;
    this.laneWidth = Math.max(130, Math.min(300, Math.floor((room - 80) / v.trace.threads.length)));
    this.list.inner.style.minWidth = `${this.width()}px`;
    this.rowOf = rowOfStep(rows);
    this.arrows = arrowsOf(v).map((a) => ({ ...a, fromRow: this.rowOf.get(a.from), toRow: this.rowOf.get(a.to) }))
      .filter((a) => a.fromRow !== undefined && a.toRow !== undefined && a.fromRow !== a.toRow);
    this.lives = this.livesOfThreads();
    const lasso = rows.findIndex((r) => r.type === "lasso");
    this.loop = lasso < 0 ? null : [lasso, rows.findIndex((r) => r.type === "back")];
    this.heads.replaceChildren(...v.trace.threads.map((t, lane) => {
      const head = el("div", { class: `lane-head ${threadClass(t.id)}` }, badge(t.id), ` ${t.name || ""}`);
      head.style.left = `${this.x(lane) - 9}px`;
      head.style.maxWidth = `${this.laneWidth - 12}px`;
      return head;
    }), el("div", { class: "lane-heads-width", style: `width:${this.width()}px` }));
    this.scroller.scrollTop = 0;
    this.list.setCount(rows.length);
  }

  // A phrase may run over the lanes to its right, so only the last lane needs room for it.
  width() { return GUTTER + this.laneWidth * this.v.trace.threads.length + (this.laneWidth < 240 ? 60 : 0); }
  x(lane) { return GUTTER + 14 + lane * this.laneWidth; }

  // From the row in which a thread is started to the row in which it ends.
  livesOfThreads() {
    const last = this.rows.length - 1;
    const lives = new Map(this.v.trace.threads.map((t) => [t.id, [t.id === 0 ? 0 : null, last]]));
    this.v.trace.steps.forEach((s, i) => {
      const row = this.rowOf.get(i);
      if (s.kind === "create" && lives.has(s.other_thread)) lives.get(s.other_thread)[0] = row;
      const life = lives.get(s.thread);
      if (life[0] === null) life[0] = row;
      if (s.kind === "thread-exit") life[1] = row;
    });
    return lives;
  }

  setCurrent(i) {
    const before = this.list.drawn.get(this.current);
    this.current = i;
    this.list.reveal(i);
    this.list.refresh();
    if (before) this.mark(before, false);
    const row = this.list.drawn.get(i);
    if (row) this.mark(row, true);
    this.scroller.setAttribute("aria-activedescendant", `row-${i}`);
    this.drawBehind(this.list.first, this.list.end);
  }
  mark(row, current) {
    row.classList.toggle("current", current);
    row.setAttribute("aria-selected", String(current));
  }

  drawRow(i) {
    const row = this.rows[i];
    const isStep = row.type === "step";
    const s = isStep ? this.v.trace.steps[row.step] : null;
    const thread = isStep ? s.thread : row.location ? row.location.thread : null;
    const words = isStep ? stepPhrase(s) : row.note;
    const where = isStep ? s : row.location;
    const text = el("span", { class: `what ${thread === null ? "note" : threadClass(thread)}`, title: where && where.line ? `${place(where)}  ${s ? s.text : ""}` : null },
      where && where.line ? el("span", { class: "line" }, String(where.line)) : null, " ", row.culprit ? el("span", { class: "cross" }, "\u2717 ") : null, words);
    text.style.left = thread === null ? `${GUTTER + 4}px` : `${this.x(this.laneOf.get(thread)) + 12}px`;
    const label = (isStep ? `step ${row.step + 1}, ${threadTitle(this.v.trace, thread)}, ${s.line ? `${baseName(s.file)} line ${s.line}, ` : ""}` : thread === null ? "" : `${threadTitle(this.v.trace, thread)} `) +
      words + (row.culprit ? ", part of the violation" : "");
    return el("div", { id: `row-${i}`, role: "option", class: `row ${row.type}${row.culprit ? " culprit" : ""}${i === this.current ? " current" : ""}`,
      "aria-selected": String(i === this.current), "aria-setsize": this.rows.length, "aria-posinset": i + 1, "aria-label": label, onclick: () => this.select(i) },
      el("span", { class: "number" }, isStep ? String(row.step + 1) : ""), text);
  }

  drawBehind(first, end) {
    if (!this.v) return;
    const top = first * ROW, height = (end - first) * ROW;
    const y = (row) => row * ROW + ROW / 2 - top;
    const width = this.width();
    Object.entries({ width, height, viewBox: `0 0 ${width} ${height}`, style: `top:${top}px` }).forEach(([k, value]) => this.picture.setAttribute(k, value));
    const parts = [ARROW_HEADS()];
    if (this.loop) parts.push(this.loopBracket(y, height));
    for (const [id, [from, to]] of this.lives)
      if (from !== null && from < end && to >= first)
        parts.push(svg("line", { class: `life ${threadClass(id)}`, x1: this.x(this.laneOf.get(id)), x2: this.x(this.laneOf.get(id)), y1: y(from), y2: y(to) }));
    for (let i = first; i < end; i++) {
      const row = this.rows[i];
      const thread = row.type === "step" ? this.v.trace.steps[row.step].thread : row.location ? row.location.thread : null;
      if (thread !== null) parts.push(svg("circle", { class: `dot ${threadClass(thread)}`, cx: this.x(this.laneOf.get(thread)), cy: y(i), r: row.culprit ? 6 : 4 }));
    }
    for (const a of this.arrows)
      if (a.fromRow < end && a.toRow >= first && !this.hiddenKinds.has(ARROW_KINDS[a.kind])) parts.push(this.arrow(a, y));
    this.picture.replaceChildren(...parts);
  }

  arrow(a, y) {
    const lane = (step) => this.x(this.laneOf.get(this.v.trace.steps[step].thread));
    const x1 = lane(a.from), x2 = lane(a.to), y1 = y(a.fromRow), y2 = y(a.toRow);
    const touched = a.fromRow === this.current || a.toRow === this.current;
    const side = x2 > x1 ? -7 : 7;
    const bend = Math.min(40, (y2 - y1) / 2);
    return svg("path", { class: `arrow ${a.kind}${touched ? " touched" : ""}`, "data-from": a.from + 1, "data-to": a.to + 1,
      d: `M ${x1} ${y1} C ${x1} ${y1 + bend}, ${x2 + side * 4} ${y2}, ${x2 + side} ${y2}`, "marker-end": a.kind === "race" ? null : `url(#head-${a.kind})` });
  }

  loopBracket(y, height) {
    const y1 = Math.max(-20, y(this.loop[0])), y2 = Math.min(height + 20, y(this.loop[1] < 0 ? this.loop[0] : this.loop[1]));
    return svg("path", { class: "loop", d: `M 56 ${y2} H 49 V ${y1} H 58`, "marker-end": "url(#head-loop)" });
  }
}

const ARROW_HEADS = () => svg("defs", {}, [...Object.keys(ARROW_KINDS), "loop"].map((kind) =>
  svg("marker", { id: `head-${kind}`, class: `head ${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" },
    svg("path", { d: "M 0 0 L 8 4 L 0 8 Z" }))));
