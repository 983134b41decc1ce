// SPDX-License-Identifier: GPL-3.0-or-later
// The table of results: filters, order by any column, and the way to each result.

const COLUMNS = [["task", "task"], ["property", "property"], ["verdict", "verdict"], ["expected", "expected"], ["standing", "standing"],
  ["seconds", "seconds"], ["mib", "MiB"], ["engine", "engine"], ["reason", "reason"]];
const FILTERS = ["standing", "verdict", "property", "engine"];

class ResultTable {
  constructor(rows) {
    this.rows = rows;
    this.order = null; // as given: the worse ones first
    this.chosen = null;
    for (const name of FILTERS) this.offer(name);
    byId("search").addEventListener("input", () => this.draw());
    this.draw();
  }

  offer(name) {
    const values = [...new Set(this.rows.map((r) => r[name]))].filter((v) => v !== "").sort();
    const count = (v) => this.rows.filter((r) => r[name] === v).length;
    byId(`filter-${name}`).replaceChildren(el("option", { value: "" }, "all"), ...values.map((v) => el("option", { value: v }, `${v} (${count(v)})`)));
    byId(`filter-${name}`).addEventListener("change", () => this.draw());
  }

  visible() {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter((w) => w);
    const fits = (r) => FILTERS.every((f) => !byId(`filter-${f}`).value || byId(`filter-${f}`).value === r[f]) &&
      words.every((w) => `${r.task} ${r.engine} ${r.reason} ${r.detail}`.toLowerCase().includes(w));
    const rows = this.rows.filter(fits);
    if (!this.order) return rows;
    const { name, down } = this.order;
    const sign = down ? -1 : 1;
    return rows.sort((a, b) => sign * (typeof a[name] === "number" ? a[name] - b[name] : a[name].localeCompare(b[name], "en")));
  }

  sort(name) {
    this.order = this.order && this.order.name === name ? { name, down: !this.order.down } : { name, down: name === "seconds" || name === "mib" };
    this.draw();
  }

  // From a point of the scatter plot to its row.
  select(row) {
    byId("search").value = "";
    for (const f of FILTERS) byId(`filter-${f}`).value = "";
    this.chosen = row;
    this.draw();
    const line = byId("results").querySelector(".chosen");
    if (line) line.scrollIntoView({ block: "center" });
  }

  draw() {
    const rows = this.visible();
    const table = byId("results");
    const mark = (name) => (this.order && this.order.name === name ? (this.order.down ? "descending" : "ascending") : null);
    table.tHead.replaceChildren(el("tr", {}, COLUMNS.map(([name, title]) =>
      el("th", { scope: "col", "aria-sort": mark(name) }, el("button", { type: "button", onclick: () => this.sort(name) }, title)))));
    table.tBodies[0].replaceChildren(...rows.map((r) => this.line(r)));
    byId("shown").textContent = `${rows.length} of ${plural(this.rows.length, "result")}`;
  }

  line(r) {
    const links = el("td", {}, el("a", { href: r.page || r.result }, r.task), r.page ? [" ", el("a", { class: "faint", href: r.result }, "json")] : null);
    return el("tr", { class: `standing-${r.standing}${r === this.chosen ? " chosen" : ""}` }, links, el("td", {}, r.property), el("td", { class: `verdict-${r.verdict}` }, r.verdict),
      el("td", {}, r.expected), el("td", {}, r.standing), el("td", { class: "number-cell" }, r.seconds.toFixed(2)), el("td", { class: "number-cell" }, String(r.mib)),
      el("td", {}, r.engine), el("td", { title: r.detail }, r.verdict === "error" && r.detail ? `${r.reason}: ${r.detail}` : r.reason));
  }
}
