// SPDX-License-Identifier: GPL-3.0-or-later
// What is known after a step: where each thread is, which locks it holds, the values that were read or written last.

const failed = (s) => s.value === "busy" || s.value === "timed out" || s.value.startsWith("fails");
const takesLock = (s) => ["lock", "rdlock", "trylock"].includes(s.kind) && !failed(s);

// The lock that a step gives back, or null. A wait on a condition gives back the lock that was taken last.
function givesBack(s, held) {
  if (s.kind === "unlock" && !failed(s)) return s.object;
  return s.kind === "wait" && held.length ? held[held.length - 1] : null;
}

function changeLocks(s, held) {
  if (takesLock(s)) held.push(s.object);
  const back = givesBack(s, held);
  if (back !== null && held.includes(back)) held.splice(held.lastIndexOf(back), 1);
}

// `last` is the index of the last step that was taken, -1 for none.
function stateAfter(trace, last) {
  const threads = new Map(trace.threads.map((t) => [t.id, { started: t.id === 0, ended: false, held: [], step: null, locals: {} }]));
  const values = new Map();
  for (let i = 0; i <= last; i++) {
    const s = trace.steps[i];
    const t = threads.get(s.thread);
    t.started = true;
    if (s.line) t.step = i;
    changeLocks(s, t.held);
    if (Object.keys(s.locals).length || s.line) t.locals = s.locals;
    if (s.kind === "thread-exit") t.ended = true;
    if (s.kind === "create" && threads.has(s.other_thread)) threads.get(s.other_thread).started = true;
    if (["read", "write", "rmw"].includes(s.kind) && s.value !== "") {
      const value = s.kind === "rmw" && s.value.includes("->") ? s.value.split("->").pop().trim() : s.value;
      values.delete(s.object); // so that the newest stand last
      values.set(s.object, { value, thread: s.thread, step: i, written: s.kind !== "read" });
    }
  }
  return { threads, values };
}
