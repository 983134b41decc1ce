// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of the boxes: drag or arrow keys move through it, the wheel and the keys + and - make it larger and smaller,
// 0 shows all of it.

class GraphView {
  constructor(select) {
    this.select = select;
    this.area = byId("graph");
    this.picture = svg("svg", { role: "presentation", width: "100%", height: "100%" });
    this.scene = svg("g", {});
    this.picture.append(svg("defs", {}, ["step", "back"].map((kind) =>
      svg("marker", { id: `head-${kind}`, class: `head ${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto", markerUnits: "userSpaceOnUse" }, svg("path", { d: "M 0 0 L 8 4 L 0 8 Z" })))), this.scene);
    this.area.append(this.picture);
    this.area.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    this.area.addEventListener("pointerdown", (e) => this.grab(e));
    new ResizeObserver(() => this.apply()).observe(this.area);
  }

  show(boxes) {
    this.boxes = boxes;
    this.size = placeBoxes(boxes);
    this.scene.replaceChildren(...boxes.flatMap((b, i) => b.out.map((out) => this.line(b, i, out))), ...boxes.map((b, i) => this.box(b, i)));
    this.fit();
    if (this.scale < 0.6) this.zoom(0.6 / this.scale); // readable; the key 0 shows all
  }

  line(from, i, out) {
    const to = this.boxes[out.to];
    const x1 = from.x + BOX.width / 2, y1 = from.y + BOX.height, x2 = to.x + BOX.width / 2, y2 = to.y;
    const down = to.y > from.y && this.boxes[out.to].parent === i;
    const side = Math.max(from.x, to.x) + BOX.width + 16;
    const d = down ? `M ${x1} ${y1} C ${x1} ${y1 + 26}, ${x2} ${y2 - 26}, ${x2} ${y2 - 1}`
      : `M ${from.x + BOX.width} ${from.y + BOX.height / 2} C ${side + 30} ${from.y + BOX.height / 2}, ${side + 30} ${to.y + BOX.height / 2}, ${to.x + BOX.width + 2} ${to.y + BOX.height / 2}`;
    const kind = down ? "step" : "back";
    return svg("path", { class: `edge ${kind}`, d, "marker-end": `url(#head-${kind})`, "data-from": i, "data-to": out.to });
  }

  box(b, i) {
    const thread = b.steps.length ? b.steps[0].thread : null;
    const title = boxTitle(b);
    const short = title.length > 23 ? `${title.slice(0, 22)}\u2026` : title;
    const where = b.steps.find((e) => e.line);
    return svg("g", { class: `box${thread === null ? "" : ` ${threadClass(thread)}`}`, transform: `translate(${b.x} ${b.y})`, role: "button", tabindex: -1, "data-box": i,
      "aria-label": title, onclick: () => this.select(i) },
      svg("rect", { width: BOX.width, height: BOX.height, rx: 6 }), svg("title", {}, title),
      svg("text", { x: BOX.width / 2, y: where ? 19 : 27, "text-anchor": "middle" }, short),
      where ? svg("text", { class: "small", x: BOX.width / 2, y: 35, "text-anchor": "middle" }, `${baseName(where.file)}, ${where.function}`.slice(0, 27)) : null);
  }

  mark(i) {
    this.scene.querySelectorAll(".current").forEach((e) => { e.classList.remove("current"); e.removeAttribute("aria-current"); });
    const box = this.scene.querySelector(`[data-box="${i}"]`);
    box.classList.add("current");
    box.setAttribute("aria-current", "true");
    this.scene.querySelectorAll(".edge").forEach((e) => e.classList.toggle("touched", e.dataset.from === String(i) || e.dataset.to === String(i)));
  }

  reveal(i) {
    const b = this.boxes[i], { clientWidth, clientHeight } = this.area;
    const x = b.x * this.scale + this.left, y = b.y * this.scale + this.top;
    const w = BOX.width * this.scale, h = BOX.height * this.scale;
    if (x < 20) this.left += 20 - x;
    if (x + w > clientWidth - 20) this.left -= x + w - clientWidth + 20;
    if (y < 20) this.top += 20 - y;
    if (y + h > clientHeight - 20) this.top -= y + h - clientHeight + 20;
    this.apply();
  }

  fit() {
    const { clientWidth, clientHeight } = this.area;
    const room = 60; // for lines that lead back
    this.scale = Math.max(0.03, Math.min(1, clientWidth / (this.size.width + room), clientHeight / this.size.height));
    this.left = Math.max(0, (clientWidth - (this.size.width + room) * this.scale) / 2);
    this.top = 10;
    this.apply();
  }

  zoom(by, x = this.area.clientWidth / 2, y = this.area.clientHeight / 2) {
    const scale = Math.max(0.03, Math.min(3, this.scale * by));
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
    this.apply();
  }

  apply() {
    if (this.boxes) this.scene.setAttribute("transform", `translate(${this.left} ${this.top}) scale(${this.scale})`);
  }

  wheel(e) {
    e.preventDefault();
    const box = this.area.getBoundingClientRect();
    this.zoom(e.deltaY < 0 ? 1.15 : 1 / 1.15, e.clientX - box.left, e.clientY - box.top);
  }

  grab(e) {
    if (e.button !== 0) return;
    const from = [e.clientX - this.left, e.clientY - this.top];
    const move = (m) => {
      [this.left, this.top] = [m.clientX - from[0], m.clientY - from[1]];
      this.apply();
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
  }
}
