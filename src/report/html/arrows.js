// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps of different threads belong together: a thread is started or joined, a lock is handed over, a value is
// read that another thread wrote, a signal or a post wakes somebody. `from` and `to` are indices of steps.

function arrowsOf(v) {
  const { steps } = v.trace;
  const arrows = [];
  const lastOf = new Map(); // thread -> its last step
  const waitsForStart = new Map(); // thread -> the step that started it
  const released = new Map(), written = new Map(), signalled = new Map(), broadcast = new Map(), posted = new Map();
  const held = new Map(v.trace.threads.map((t) => [t.id, []]));
  const add = (from, to, kind) => {
    if (from !== undefined && steps[from].thread !== steps[to].thread) arrows.push({ from, to, kind });
  };
  steps.forEach((s, i) => {
    if (waitsForStart.has(s.thread)) {
      add(waitsForStart.get(s.thread), i, "create");
      waitsForStart.delete(s.thread);
    }
    if (s.kind === "create" && s.other_thread !== null) waitsForStart.set(s.other_thread, i);
    if (s.kind === "join" && s.other_thread !== null) add(lastOf.get(s.other_thread), i, "join");
    if (takesLock(s)) add(released.get(s.object), i, "lock");
    const back = givesBack(s, held.get(s.thread));
    if (back !== null) released.set(back, i);
    changeLocks(s, held.get(s.thread));
    if (s.kind === "read" || s.kind === "rmw") add(written.get(s.object), i, "value");
    if (s.kind === "write" || s.kind === "rmw") written.set(s.object, i);
    if (s.kind === "signal" && s.other_thread !== null) signalled.set(s.other_thread, i);
    if (s.kind === "broadcast") broadcast.set(s.object, i);
    if (s.kind === "wake") {
      add(signalled.has(s.thread) ? signalled.get(s.thread) : broadcast.get(s.object), i, "wake");
      signalled.delete(s.thread);
    }
    if (s.kind === "sem-post") posted.set(s.object, i);
    if (s.kind === "sem-wait" && !failed(s)) add(posted.get(s.object), i, "wake");
    lastOf.set(s.thread, i);
  });
  if (v.kind === "data-race") {
    const pair = culprits(v);
    if (pair.length === 2) arrows.push({ from: Math.min(...pair), to: Math.max(...pair), kind: "race" });
  }
  return arrows;
}

// The steps that the violation is about: the last step at each of its places.
function culprits(v) {
  if (v.trace.lasso_start !== null) return [];
  const found = v.locations.filter((l) => !isWaiting(l)).map((l) => {
    const kind = l.access.replace(/^atomic /, "");
    return v.trace.steps.findLastIndex((s) => s.thread === l.thread && s.line === l.line && s.column === l.column &&
      s.file === l.file && (!(kind in VERBS) || s.kind === kind));
  });
  return [...new Set(found.filter((i) => i >= 0))];
}
