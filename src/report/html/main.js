// SPDX-License-Identifier: GPL-3.0-or-later
// The page: one violation and one row of it are current, and everything else follows. The address remembers both, so
// that a link leads to the same step again: bug.html#violation=2&step=17

class Page {
  constructor() {
    this.all = false;
    this.row = 0;
    this.lanes = new Lanes((i) => this.select(i));
    this.source = new SourcePane(Math.max(1, ...violations.map((v) => v.trace.threads.length)));
    this.list = new ViolationList((i) => this.open(i));
    this.controls = new Controls(this);
  }

  open(i, step = null) {
    this.index = i;
    this.v = violations[i];
    this.rows = rowsOf(this.v, this.all);
    if (!this.rows.length) this.rows = [{ type: "omitted", last: -1, steps: [], note: "the trace has no steps" }];
    this.list.setCurrent(i);
    showHead(this.v);
    showRing(this.v);
    showInputs(this.v);
    this.lanes.show(this.v, this.rows);
    const row = step === null ? undefined : this.lanes.rowOf.get(step);
    this.select(row === undefined ? this.firstRow() : row);
  }

  // Opened at its end: that is where the violation is.
  firstRow() {
    const last = this.rows.findLastIndex((r) => r.culprit);
    return last < 0 ? this.rows.length - 1 : last;
  }

  openNext(by) {
    if (violations.length) this.open((this.index + by + violations.length) % violations.length);
  }

  select(row) {
    this.row = Math.max(0, Math.min(this.rows.length - 1, row));
    const now = this.rows[this.row];
    const places = showState(this.v, now);
    const at = now.location || (now.last >= 0 ? this.v.trace.steps[now.last] : null);
    this.source.show(places, at && at.line ? at : null, this.v.locations);
    this.lanes.setCurrent(this.row);
    this.controls.show(this.row, this.rows.length, this.position(now));
    const step = now.last >= 0 ? `&step=${now.last + 1}` : "";
    try {
      history.replaceState(null, "", `#violation=${this.index + 1}${step}`);
    } catch {
      // some browsers forbid it for files; then the address stays as it is
    }
  }

  position(row) {
    const total = this.v.trace.steps.length;
    if (row.type !== "step") return row.location ? `end: ${threadTitle(this.v.trace, row.location.thread)} ${row.note}` : row.note;
    const s = this.v.trace.steps[row.step];
    return `step ${row.step + 1} of ${total}: ${threadTitle(this.v.trace, s.thread)} ${stepPhrase(s)}`;
  }

  move(by) { this.select(this.row + by); }

  showAll(all) {
    this.all = all;
    const last = this.rows[this.row].last;
    this.open(this.index, last);
  }

  showArrows(kind, shown) {
    if (shown) this.lanes.hiddenKinds.delete(kind);
    else this.lanes.hiddenKinds.add(kind);
    this.lanes.drawBehind(this.lanes.list.first, this.lanes.list.end);
  }
}

function showSummary() {
  const verdictWords = { true: "proven", false: "violated", unknown: "unknown" };
  const marks = { true: "\u2713", false: "\u2717", unknown: "?" };
  document.body.dataset.verdict = result.verdict;
  byId("verdict").textContent = `verdict: ${result.verdict}`;
  byId("files").textContent = result.input.files.join(", ");
  byId("properties").replaceChildren(...Object.entries(result.properties).map(([name, verdict]) =>
    el("li", { class: `verdict-${verdict}` }, `${marks[verdict]} ${name}: ${verdictWords[verdict]}`)));
  const notes = [];
  if (result.reason) notes.push(`unknown: ${result.reason}`);
  if (result.assumes.length) notes.push(`the proofs assume ${result.assumes.join(", ")}`);
  if (Object.values(result.evidence || {}).some((e) => e.for_any_value)) notes.push("the proofs hold whatever the values of what is not initialised");
  if (result.unmodelled.length) notes.push(`not modelled: ${result.unmodelled.join(", ")}`);
  const gone = Object.keys(sources).filter((f) => sources[f] === null);
  if (gone.length) notes.push(`not found when this report was made: ${gone.join(", ")}`);
  notes.push(`Heddle ${result.heddle}, ${result.engine}${violations.length ? `, traces: ${result.validated}` : ""}`);
  byId("notes").replaceChildren(...notes.map((n) => el("li", {}, n)));
}

// What the message says beyond the headline and the places below it.
function moreAbout(v) {
  if (v.message === headline(v)) return "";
  if (v.kind === "data-race" && v.locations.length) return (v.message.split("nothing orders the two: ")[1] || "");
  return v.kind === "deadlock" && v.locations.length ? "" : v.message;
}

function showHead(v) {
  byId("headline").textContent = headline(v);
  byId("message").textContent = moreAbout(v);
  byId("locations").replaceChildren(...v.locations.map((l) => el("li", {}, badge(l.thread), ` ${locationPhrase(v, l)}${l.line ? ` (${l.file}:${l.line}${l.function ? ` in ${l.function}` : ""})` : ""}`)));
}

const nameOfInput = (i) => i.function === "argc" || i.function.startsWith("argv[") ? i.function : `${i.function}()`;
function showInputs(v) {
  byId("inputs").hidden = !v.trace.inputs.length;
  byId("input-list").replaceChildren(...v.trace.inputs.slice(0, MOST_VALUES).map((i) =>
    el("li", {}, el("code", {}, `${nameOfInput(i)} = ${i.value}`), ` (thread ${i.thread}${i.line ? `, ${place(i)}` : ""}${i.times > 1 ? `, ${i.times} times` : ""})`)));
}

showSummary();
if (violations.length) {
  const page = new Page();
  const wanted = new URLSearchParams(location.hash.slice(1));
  const index = Math.min(violations.length, Math.max(1, Number(wanted.get("violation")) || 1)) - 1;
  page.open(index, wanted.has("step") ? Number(wanted.get("step")) - 1 : null);
} else {
  document.body.classList.add("nothing");
}
