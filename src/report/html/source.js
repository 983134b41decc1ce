// SPDX-License-Identifier: GPL-3.0-or-later
// The source: the line that every thread is at, and the line of the current step. A file that was missing when the
// report was made has no text; the page says so.

const SOURCE_ROW = 20;

class SourcePane {
  // `threads`: how many there are, so that there is room for their names beside the lines.
  constructor(threads) {
    this.scroller = byId("source");
    this.choice = byId("source-file");
    this.missing = byId("source-missing");
    this.lines = [];
    this.at = new Map();
    this.list = new VirtualList(this.scroller, SOURCE_ROW, (i) => this.drawLine(i));
    this.scroller.style.setProperty("--who", `${Math.min(threads, 3) * 2.1}em`);
    this.choice.append(...Object.keys(sources).map((file) => el("option", { value: file }, file)));
    this.choice.addEventListener("change", () => this.open(this.choice.value, true));
  }

  open(file, anew = false) {
    if (file === this.file && !anew) return;
    this.file = file;
    this.choice.value = file;
    const text = sources[file];
    this.missing.hidden = typeof text === "string";
    this.missing.textContent = `${file} could not be read when this report was made, so its text is not shown.`;
    this.lines = typeof text === "string" ? text.replace(/\r/g, "").replace(/\n$/, "").split("\n") : [];
    const longest = this.lines.reduce((most, line) => Math.max(most, line.length), 0);
    this.list.inner.style.minWidth = `calc(${longest + 2}ch + 11em)`;
    this.scroller.scrollTop = 0;
    this.list.setCount(this.lines.length);
  }

  // `places`: for each thread {thread, file, line}; `focus`: the place of the current step, if it has one.
  show(places, focus, marks) {
    this.focus = focus;
    this.marks = marks;
    if (focus) this.open(focus.file);
    else if (this.file === undefined && Object.keys(sources).length) this.open(Object.keys(sources)[0]);
    this.at = new Map();
    for (const p of places)
      if (p.file === this.file) this.at.set(p.line, [...(this.at.get(p.line) || []), p.thread]);
    if (focus) this.list.reveal(focus.line - 1);
    this.list.refresh(true);
  }

  drawLine(i) {
    const number = i + 1;
    const here = this.at.get(number) || [];
    const focused = this.focus && this.focus.file === this.file && this.focus.line === number;
    const guilty = (this.marks || []).some((m) => m.file === this.file && m.line === number);
    return el("div", { class: `source-line${focused ? " focused" : ""}${guilty ? " culprit" : ""}`, "data-line": number,
      "aria-current": focused ? "location" : null },
      el("span", { class: "who" }, here.map(badge)), el("span", { class: "line-number" }, String(number)), el("code", {}, this.lines[i]));
  }
}
