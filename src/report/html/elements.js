// SPDX-License-Identifier: GPL-3.0-or-later
// How elements are made, and the words and colours that all pages share.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const sources = read("sources");

const plural = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
const baseName = (file) => file.slice(file.lastIndexOf("/") + 1);
const place = (at) => (at.line ? `${baseName(at.file)}:${at.line}` : "");

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

const table = (id, heads, rows, none) => byId(id).replaceChildren(
  rows.length ? el("table", {}, el("thead", {}, el("tr", {}, heads.map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, rows)) : el("p", { class: "none" }, none));
