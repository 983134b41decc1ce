// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas of a schedule (SMT-LIB, prefix) as a person reads them: `(<= (+ count 1) size)` is `count + 1 <= size`. That an
// input has a value of its type is no condition; it is left out. Variables of Heddle's own are called v and a number.

const INFIX = { and: "and", or: "or", "=": "=", "<=": "\u2264", "<": "<", ">=": "\u2265", ">": ">", "+": "+", "-": "\u2212", "*": "\u00b7", "=>": "implies", distinct: "\u2260" };
const OPPOSITE = { "=": "\u2260", "<=": ">", "<": "\u2265", ">=": "<", ">": "\u2264", distinct: "=" };
const EDGES_OF_TYPES = /^(0|-?\d{9,}|-(128|32768)|127|128|255|256|32767|32768|65535|65536)$/;

function parseFormula(text) {
  const words = text.match(/\(|\)|\|[^|]*\||[^\s()]+/g) || [];
  let at = 0;
  const read = () => {
    const word = words[at++];
    if (word !== "(") return word.replace(/^\|(.*)\|$/, "$1");
    const list = [];
    while (at < words.length && words[at] !== ")") list.push(read());
    at++;
    return list;
  };
  return words.length ? read() : "true";
}

const negated = (f) => (Array.isArray(f) && f[0] === "not" ? f[1] : null);
const numeral = (f) => (typeof f === "string" ? f : f.length === 2 && f[0] === "-" ? `-${numeral(f[1])}` : "");

function isRangeOfInput(f) {
  const inner = negated(f) || f;
  if (!Array.isArray(inner) || inner.length !== 3 || !["<=", "<", ">=", ">"].includes(inner[0])) return false;
  const [a, b] = [numeral(inner[1]), numeral(inner[2])];
  return (/^any\d*$/.test(a) && EDGES_OF_TYPES.test(b)) || (/^any\d*$/.test(b) && EDGES_OF_TYPES.test(a));
}

function infix(f, inside = false) {
  if (!Array.isArray(f)) return f;
  const inner = negated(f);
  if (inner && Array.isArray(inner) && inner.length === 3 && OPPOSITE[inner[0]]) return `${infix(inner[1], true)} ${OPPOSITE[inner[0]]} ${infix(inner[2], true)}`;
  if (inner) return `not ${infix(inner, true)}`;
  if (f[0] === "-" && f.length === 2) return `\u2212${infix(f[1], true)}`;
  if (!INFIX[f[0]] || f.length < 3) return `${f[0]}(${f.slice(1).map((g) => infix(g)).join(", ")})`;
  const text = f.slice(1).map((g) => infix(g, true)).join(` ${INFIX[f[0]]} `);
  return inside ? `(${text})` : text;
}

// "" if the formula says nothing.
function readable(text) {
  const f = parseFormula(text);
  const parts = (Array.isArray(f) && f[0] === "and" ? f.slice(1) : [f]).filter((g) => g !== "true" && !isRangeOfInput(g));
  return parts.map((g) => infix(g, parts.length > 1)).join(" and ");
}

const isHeddlesOwn = (text) => /\bv\d+\b/.test(text) && !/[A-Za-z_]\w*/.test(readable(text).replace(/\bv\d+\b|\b(and|or|not|implies)\b/g, ""));
