// SPDX-License-Identifier: GPL-3.0-or-later
// Steps, places and violations in words, the same words as in the report in text.

const ARROW = "\u2192";
const VERBS = {
  local: "computes", input: "reads an input", read: "reads", write: "writes", rmw: "updates", section: "atomic section",
  lock: "locks", rdlock: "read-locks", trylock: "tries to lock", unlock: "unlocks", create: "starts", join: "joins",
  cancel: "cancels", cancelled: "is cancelled", "thread-exit": "ends", wait: "waits on", wake: "wakes up on",
  signal: "signals", broadcast: "broadcasts", barrier: "waits at", "sem-wait": "takes from", "sem-post": "posts",
  "scope-end": "leaves the block of", init: "initialises", destroy: "destroys", alloc: "allocates", free: "frees",
  error: "fails", exit: "ends the program",
};

function stepPhrase(s) {
  const other = s.other_thread === null ? s.object : `thread ${s.other_thread}`;
  const value = s.value === "" ? "" : s.value.replace("->", ARROW);
  switch (s.kind) {
    case "local": return s.text || "computes";
    case "read": return `reads ${s.object}${value && ` ${ARROW} ${value}`}`;
    case "write": return `writes ${s.object}${value && ` = ${value}`}`;
    case "rmw": return `updates ${s.object}${value && `: ${value}`}`;
    case "input": return `input${value && ` = ${value}`}`;
    case "create": case "join": case "cancel": return `${VERBS[s.kind]} ${other}`;
    case "signal": return `signals ${s.object}${s.other_thread === null ? "" : ` (wakes thread ${s.other_thread})`}`;
    case "error": return `fails${value && `: ${value}`}`;
    case "section": return VERBS.section;
    default: return `${VERBS[s.kind] || s.kind}${s.object && ` ${s.object}`}${value && ` (${value})`}`;
  }
}

const isWaiting = (l) => l.waits_for !== null || l.waits_for_thread !== null;

function waitingPhrase(l) {
  const what = l.waits_for || l.object;
  const thread = l.waits_for_thread;
  if (l.access === "join") return `waits for ${thread === null ? what : `thread ${thread}`} to end`;
  if (l.access === "barrier") return `waits at ${what}`;
  if (l.access === "wait" || l.access === "wake") return `waits for a signal on ${what}`;
  if (l.access === "sem-wait") return `waits for a post on ${what}`;
  if (thread === null) return `waits for ${what}`;
  return `waits for ${what || `thread ${thread}`}, held by ${thread === l.thread ? "itself" : `thread ${thread}`}`;
}

function locationPhrase(v, l) {
  const who = threadTitle(v.trace, l.thread);
  if (isWaiting(l)) return `${who} ${waitingPhrase(l)}`;
  if (!l.access || l.access === "undefined") return `${who} is here`;
  const atomic = l.access.startsWith("atomic ");
  const verb = VERBS[atomic ? l.access.slice(7) : l.access] || l.access;
  const holds = l.holds.length ? `, holding ${l.holds.join(", ")}` : v.kind === "data-race" ? ", holding no lock" : "";
  return `${who} ${atomic ? "atomically " : ""}${verb}${l.object && ` ${l.object}`}${holds}`;
}

function headline(v) {
  if (v.kind === "data-race") return v.locations.length && v.locations[0].object ? `data race on ${v.locations[0].object}` : "data race";
  if (v.kind === "deadlock") return "deadlock";
  return v.message || v.kind.replaceAll("-", " ");
}
