// SPDX-License-Identifier: GPL-3.0-or-later
// The list of violations, with a filter by words and by property.

class ViolationList {
  constructor(open) {
    this.open = open;
    this.words = byId("filter-words");
    this.property = byId("filter-property");
    this.items = violations.map((v, i) => this.item(v, i));
    const names = [...new Set(violations.map((v) => v.property))];
    this.property.append(el("option", { value: "" }, `all properties (${violations.length})`),
      ...names.map((p) => el("option", { value: p }, `${p} (${violations.filter((v) => v.property === p).length})`)));
    byId("violation-list").append(...this.items);
    this.words.addEventListener("input", () => this.filter());
    this.property.addEventListener("change", () => this.filter());
    byId("violations").hidden = violations.length < 2;
    document.body.classList.toggle("single", violations.length < 2);
    this.filter();
  }

  item(v, i) {
    const where = [...new Set(v.locations.map(place).filter(Boolean))].join(", ");
    return el("li", {}, el("button", { type: "button", "data-violation": i, onclick: () => this.open(i) },
      el("strong", {}, headline(v)), el("span", { class: "where" }, where), el("span", { class: "property" }, v.property + (v.onTheWay ? ", met on the way" : ""))));
  }

  filter() {
    const words = this.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    this.items.forEach((item, i) => {
      const v = violations[i];
      const text = [headline(v), v.property, v.kind, v.message, ...v.locations.flatMap((l) => [l.file, l.function, l.object, String(l.line)])].join(" ").toLowerCase();
      item.hidden = !((!this.property.value || v.property === this.property.value) && words.every((w) => text.includes(w)));
      shown += !item.hidden;
    });
    byId("filter-count").textContent = `${shown} of ${violations.length}`;
  }

  setCurrent(i) {
    this.items.forEach((item, k) => item.firstChild.setAttribute("aria-current", k === i ? "true" : "false"));
  }
}
