// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the lanes. Most are a step; others stand for steps that are left out, for rounds of a loop that the trace
// leaves out, for the beginning and the end of the part that repeats for ever, and for threads that wait at the end.
// Every row knows the last step that was taken by then.

function rowsOf(v, showAll) {
  const { steps, lasso_start: lasso, gap } = v.trace;
  const guilty = new Set(culprits(v));
  const rows = [];
  const rounds = new Map(); // step in front of which rounds are left out -> texts
  let hidden = [];
  const flush = () => {
    if (hidden.length === 1) rows.push({ type: "step", last: hidden[0], step: hidden[0] });
    if (hidden.length > 1) rows.push({ type: "omitted", last: hidden[hidden.length - 1], steps: hidden, note: `${plural(hidden.length, "step")} left out` });
    hidden = [];
  };
  const note = (type, last, text) => {
    flush();
    rows.push({ type, last, note: text });
  };
  steps.forEach((s, i) => {
    for (const text of rounds.get(i) || []) note("rounds", i - 1, text);
    if (gap && gap.step === i) note("gap", i - 1, `steps that are not written down: ${gap.why}`);
    if (lasso === i) note("lasso", i - 1, "from here on, the steps repeat for ever");
    for (const r of s.repeats) {
      const at = i + r.steps;
      const text = `the ${plural(r.steps, "step")} above ${plural(r.rounds - 2, "time")} more; then the last round`;
      rounds.set(at, [...(rounds.get(at) || []), text]);
    }
    if (!showAll && !s.matters && !guilty.has(i)) {
      hidden.push(i);
      return;
    }
    flush();
    rows.push({ type: "step", last: i, step: i, culprit: guilty.has(i) });
  });
  flush();
  const end = steps.length - 1;
  if (lasso === steps.length) note("lasso", end, "from here on, a loop that touches nothing shared runs for ever");
  else if (lasso !== null) note("back", end, `and so on from step ${lasso + 1}`);
  for (const l of v.locations) if (isWaiting(l)) rows.push({ type: "waits", last: end, location: l, culprit: true, note: waitingPhrase(l) });
  return rows;
}

// Which row shows a step, also one that is left out.
function rowOfStep(rows) {
  const map = new Map();
  rows.forEach((row, r) => {
    if (row.type === "step") map.set(row.step, r);
    if (row.type === "omitted") for (const s of row.steps) map.set(s, r);
  });
  return map;
}
