// SPDX-License-Identifier: GPL-3.0-or-later
// The tables beside the source: where each thread is and what it holds, and the values of objects and locals.

const MOST_VALUES = 100;

function threadRows(v, state, row) {
  return v.trace.threads.map((t) => {
    const now = state.threads.get(t.id);
    const waits = row.type === "waits" || row.type === "back" ? v.locations.find((l) => isWaiting(l) && l.thread === t.id) : null;
    const step = now.step === null ? null : v.trace.steps[now.step];
    const where = waits ? place(waits) : !now.started ? "not started" : now.ended ? "ended" : step ? place(step) : "at its start";
    return el("tr", { "data-thread": t.id }, el("th", { scope: "row" }, badge(t.id), ` ${t.name || ""}`), el("td", {}, where),
      el("td", { class: "held" }, now.held.join(", ") || "-"), el("td", {}, waits ? waitingPhrase(waits) : ""));
  });
}

function valueRows(v, state, row) {
  const all = [...state.values].reverse().slice(0, MOST_VALUES);
  const step = row.type === "step" ? row.step : -1;
  return all.map(([name, known]) => el("tr", { class: known.step === step ? "changed" : null, "data-object": name }, el("th", { scope: "row" }, name),
    el("td", {}, known.value), el("td", {}, badge(known.thread), ` ${known.written ? "wrote" : "read"} it, step ${known.step + 1}`)));
}

function localRows(v, state, thread) {
  return Object.entries(state.threads.get(thread).locals).map(([name, value]) => el("tr", { "data-local": name }, el("th", { scope: "row" }, name), el("td", {}, value)));
}

function showState(v, row) {
  const state = stateAfter(v.trace, row.last);
  const step = row.last >= 0 ? v.trace.steps[row.last] : null;
  const thread = row.location ? row.location.thread : step ? step.thread : 0;
  table("threads", ["thread", "at", "holds", "waits"], threadRows(v, state, row), "no thread");
  table("values", ["object", "value", "known because"], valueRows(v, state, row), "nothing was read or written yet");
  byId("locals-title").textContent = `Locals of ${threadTitle(v.trace, thread)}`;
  table("locals", ["name", "value"], localRows(v, state, thread), "none that is still needed");
  const places = [...state.threads].filter(([, t]) => t.step !== null && !t.ended)
    .map(([id, t]) => ({ thread: id, file: v.trace.steps[t.step].file, line: v.trace.steps[t.step].line }));
  if (row.type === "waits")
    for (const l of v.locations.filter(isWaiting)) {
      const at = places.findIndex((p) => p.thread === l.thread);
      places.splice(at < 0 ? places.length : at, at < 0 ? 0 : 1, { thread: l.thread, file: l.file, line: l.line });
    }
  return places;
}
