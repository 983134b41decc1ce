// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons, slider and keys that move through the rows.

class Controls {
  constructor(page) {
    this.page = page;
    this.slider = byId("slider");
    this.slider.addEventListener("input", () => page.select(Number(this.slider.value)));
    const on = (id, action) => byId(id).addEventListener("click", action);
    on("first", () => page.select(0));
    on("previous", () => page.move(-1));
    on("next", () => page.move(1));
    on("last", () => page.select(page.rows.length - 1));
    on("play", () => this.toggle());
    byId("show-all").addEventListener("change", (e) => page.showAll(e.target.checked));
    for (const kind of new Set(Object.values(ARROW_KINDS))) {
      const box = el("input", { type: "checkbox", checked: true });
      box.addEventListener("change", () => page.showArrows(kind, box.checked));
      byId("arrow-kinds").append(el("label", { class: `legend ${Object.keys(ARROW_KINDS).find((k) => ARROW_KINDS[k] === kind)}` }, box, ` ${kind}`));
    }
    document.addEventListener("keydown", (e) => this.key(e));
  }

  show(row, count, text) {
    this.slider.max = count - 1;
    this.slider.value = row;
    this.slider.setAttribute("aria-valuetext", text);
    byId("position").textContent = text;
    byId("first").disabled = byId("previous").disabled = row === 0;
    byId("last").disabled = byId("next").disabled = row >= count - 1;
  }

  toggle() {
    if (this.timer) this.stop();
    else {
      if (this.page.row >= this.page.rows.length - 1) this.page.select(0);
      this.timer = setInterval(() => (this.page.row < this.page.rows.length - 1 ? this.page.move(1) : this.stop()), 700);
    }
    byId("play").textContent = this.timer ? "pause" : "play";
    byId("play").setAttribute("aria-pressed", String(Boolean(this.timer)));
  }
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    byId("play").textContent = "play";
    byId("play").setAttribute("aria-pressed", "false");
  }

  key(e) {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const target = e.target;
    if (target.matches("input[type=search], select")) return;
    const onSlider = target === this.slider;
    const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, j: 1, k: -1, PageDown: 10, PageUp: -10 };
    if (e.key in moves && !(onSlider && e.key.startsWith("Arrow"))) this.page.move(moves[e.key]);
    else if (e.key === "Home") this.page.select(0);
    else if (e.key === "End") this.page.select(this.page.rows.length - 1);
    else if (e.key === "n") this.page.openNext(1);
    else if (e.key === "p") this.page.openNext(-1);
    else if (e.key === " " && !target.matches("button, input, summary")) this.toggle();
    else return;
    e.preventDefault();
  }
}
