// SPDX-License-Identifier: GPL-3.0-or-later
// A list of rows of equal height of which only those are in the document that can be seen. `draw` makes the element of
// a row; `behind` is told which rows are drawn and may draw something behind them.

class VirtualList {
  constructor(scroller, rowHeight, draw, behind) {
    Object.assign(this, { scroller, rowHeight, draw, behind, count: 0, drawn: new Map() });
    this.inner = el("div", { class: "virtual", role: "presentation" });
    scroller.append(this.inner);
    scroller.addEventListener("scroll", () => this.refresh(), { passive: true });
    new ResizeObserver(() => this.refresh(true)).observe(scroller);
  }

  setCount(count) {
    this.count = count;
    this.inner.style.height = `${count * this.rowHeight}px`;
    this.refresh(true);
  }

  range() {
    const extra = 8;
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / this.rowHeight) - extra);
    const seen = Math.ceil((this.scroller.clientHeight || 600) / this.rowHeight);
    return [first, Math.min(this.count, first + seen + 2 * extra)];
  }

  refresh(anew = false) {
    const [first, end] = this.range();
    if (!anew && first === this.first && end === this.end) return;
    [this.first, this.end] = [first, end];
    for (const [i, row] of this.drawn)
      if (anew || i < first || i >= end) {
        row.remove();
        this.drawn.delete(i);
      }
    for (let i = first; i < end; i++)
      if (!this.drawn.has(i)) {
        const row = this.draw(i);
        row.style.top = `${i * this.rowHeight}px`;
        this.drawn.set(i, row);
        this.inner.append(row);
      }
    if (this.behind) this.behind(first, end);
  }

  // Scrolls no further than needed, and leaves some rows before and behind.
  reveal(i) {
    const { scrollTop, clientHeight } = this.scroller;
    const margin = Math.min(4 * this.rowHeight, clientHeight / 4);
    const top = i * this.rowHeight;
    if (top < scrollTop + margin) this.scroller.scrollTop = top - margin;
    else if (top + this.rowHeight > scrollTop + clientHeight - margin)
      this.scroller.scrollTop = top + this.rowHeight + margin - clientHeight;
  }
}
