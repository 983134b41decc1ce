// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a safe schedule: the picture, and beside it what holds at the current box: where every thread is, what is
// known there, and who may go next, under which condition.

class SchedulePage {
  constructor() {
    this.view = new GraphView((i) => this.select(i));
    this.source = new SourcePane(schedule.threads.length);
    const on = (id, action) => byId(id).addEventListener("click", action);
    on("larger", () => this.view.zoom(1.3));
    on("smaller", () => this.view.zoom(1 / 1.3));
    on("whole", () => this.view.fit());
    byId("every-node").addEventListener("change", (e) => this.draw(e.target.checked));
    document.addEventListener("keydown", (e) => this.key(e));
    this.draw(false);
  }

  draw(everyNode) {
    const node = this.boxes ? this.boxes[this.current].first : 0;
    const { boxes, boxOf } = boxesOf(everyNode);
    this.boxes = boxes;
    this.view.show(boxes);
    byId("size").textContent = `${plural(schedule.nodes.length, "node")}, ${plural(boxes.length, "box").replace("boxs", "boxes")}`;
    this.select(boxOf.get(node));
  }

  select(i) {
    this.current = i;
    const box = this.boxes[i], node = schedule.nodes[box.last];
    this.view.mark(i);
    this.view.reveal(i);
    byId("position").textContent = `${boxTitle(box)}${box.nodes.length > 1 ? ` (nodes ${box.first} to ${box.last})` : ` (node ${box.first})`}`;
    const here = schedule.nodes[box.first];
    table("threads", ["thread", "at", "state"], here.threads.map((t, id) => el("tr", { "data-thread": id }, el("th", { scope: "row" }, badge(id), ` ${schedule.threads[id]}`), el("td", {}, place(t) || "its beginning"), el("td", {}, t.state))), "no thread");
    const facts = here.facts.filter((f) => readable(f) && !isHeddlesOwn(f));
    table("facts", ["holds here"], facts.map((f) => el("tr", {}, el("td", { title: f }, el("code", {}, readable(f))))), "nothing is needed here");
    byId("next-list").replaceChildren(...this.nexts(box, node));
    const step = box.steps.find((e) => e.line);
    const places = here.threads.map((t, thread) => ({ thread, file: t.file, line: t.line })).filter((p) => p.line);
    this.source.show(places, step || places[0] || null, box.steps.filter((e) => e.line));
  }

  nexts(box, node) {
    if (node.ends) return [el("li", {}, "all threads have ended")];
    return box.out.map((out) => el("li", {}, el("button", { type: "button", onclick: () => this.select(out.to) },
      out.edge ? [badge(out.edge.thread), ` ${threadName(out.edge.thread)} ${out.edge.line ? `takes ${place(out.edge)}` : "begins"}`] : "goes on there", ` \u2192 ${boxTitle(this.boxes[out.to])}`),
      out.edge && out.edge.guard && readable(out.edge.guard) ? el("div", { title: out.edge.guard }, "if ", el("code", {}, readable(out.edge.guard))) : null));
  }

  // Up to the box before, down to the next one, left and right to its neighbours.
  key(e) {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.matches("select, input")) return;
    const { parent } = this.boxes[this.current];
    const { children } = this.view.size;
    const beside = parent < 0 ? [] : children[parent];
    const at = beside.indexOf(this.current);
    const to = { ArrowUp: parent, ArrowDown: children[this.current][0], ArrowLeft: beside[at - 1], ArrowRight: beside[at + 1], Home: 0 }[e.key];
    if (e.key === "+" || e.key === "=") this.view.zoom(1.3);
    else if (e.key === "-") this.view.zoom(1 / 1.3);
    else if (e.key === "0") this.view.fit();
    else if (to !== undefined && to >= 0) this.select(to);
    else return;
    e.preventDefault();
  }
}

byId("files").textContent = schedule.input.files.join(", ");
byId("fair").textContent = schedule.fair === "always" ? "fair whoever is chosen" : `fair ${schedule.fair}`;
document.body.classList.add("single");
const page = new SchedulePage();
