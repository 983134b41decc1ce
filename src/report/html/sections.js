// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule is a tree of nodes: at a node some threads may go, and a leaf goes on at an older node or ends the program.
// The boxes of the picture are either all nodes, or sections: steps of one thread, one after the other, without a choice.

const schedule = read("schedule");
const threadName = (id) => `thread ${id} (${schedule.threads[id]})`;

// Nodes where something comes in that is not the step before: from another branch, or because things go on there.
function entries() {
  const count = schedule.nodes.map(() => 0);
  schedule.nodes.forEach((n) => {
    n.edges.forEach((e) => { count[e.to] += 1; });
    if (n.goes_on_at !== undefined) count[n.goes_on_at] += 2;
  });
  return count;
}

// A leaf where everything goes on elsewhere needs no box of its own: the way leads there at once.
function goesOnAt(node) {
  const passed = new Set();
  while (!schedule.nodes[node].edges.length && schedule.nodes[node].goes_on_at !== undefined && !passed.has(node)) {
    passed.add(node);
    node = schedule.nodes[node].goes_on_at;
  }
  return node;
}

// Boxes with their `nodes` and `out`: {to, edge}, where `to` is the index of a box.
function boxesOf(everyNode) {
  const { nodes } = schedule;
  const incoming = entries();
  const target = everyNode ? (node) => node : goesOnAt;
  const boxOf = new Map();
  const boxes = [];
  const todo = [0];
  while (todo.length) {
    const first = todo.shift();
    if (boxOf.has(first)) continue;
    const box = { first, nodes: [first], steps: [] };
    boxOf.set(first, boxes.length);
    boxes.push(box);
    let at = first;
    while (!everyNode && nodes[at].edges.length === 1) {
      const e = nodes[at].edges[0], next = nodes[e.to];
      const joins = incoming[e.to] === 1 && !boxOf.has(e.to) && next.edges.length === 1 && next.edges[0].thread === e.thread && !next.edges[0].guard;
      if (!joins) break;
      box.steps.push(e);
      at = e.to;
      boxOf.set(at, boxes.indexOf(box));
      box.nodes.push(at);
    }
    box.last = at;
    if (nodes[at].edges.length === 1) box.steps.push(nodes[at].edges[0]);
    todo.push(...nodes[at].edges.map((e) => target(e.to)));
    if (!nodes[at].edges.length && nodes[at].goes_on_at !== undefined) todo.push(nodes[at].goes_on_at);
  }
  for (const box of boxes) {
    const n = nodes[box.last];
    box.out = n.edges.map((edge) => ({ to: boxOf.get(target(edge.to)), edge }));
    if (!n.edges.length && n.goes_on_at !== undefined) box.out.push({ to: boxOf.get(n.goes_on_at), edge: null });
  }
  return { boxes, boxOf };
}

// "lines 22-24, 26"
function linesOf(steps) {
  const lines = [...new Set(steps.map((e) => e.line).filter(Boolean))];
  return lines.length ? `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}` : "begins";
}

function boxTitle(box) {
  const n = schedule.nodes[box.last];
  if (n.edges.length === 0) return n.ends ? "end of the program" : n.goes_on_at !== undefined ? "goes on above" : "nobody can go";
  const threads = [...new Set(n.edges.map((e) => e.thread))];
  if (n.edges.length > 1) return threads.length > 1 ? `${threads.map((t) => `T${t}`).join(" or ")} may go` : `T${threads[0]} decides`;
  return `T${threads[0]} ${linesOf(box.steps)}`;
}
