// SPDX-License-Identifier: GPL-3.0-or-later
// The result and the sources that the page carries, and how elements are made.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const result = read("result");
const sources = read("sources");
const violations = [
  ...result.violations,
  ...result.undefined_behaviour.map((v) => ({ ...v, onTheWay: true })),
];

const plural = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
const baseName = (file) => file.slice(file.lastIndexOf("/") + 1);
const place = (at) => (at.line ? `${baseName(at.file)}:${at.line}` : "");

function threadTitle(trace, id) {
  const thread = trace.threads.find((t) => t.id === id);
  return thread && thread.name ? `thread ${id} (${thread.name})` : `thread ${id}`;
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((c) => c !== null && c !== undefined));
  return node;
}
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
const byId = (id) => document.getElementById(id);

// Each thread has a colour and always its number beside it.
const threadClass = (id) => `thread-${id % 8}`;
const badge = (id) => el("span", { class: `badge ${threadClass(id)}` }, `T${id}`);
