// SPDX-License-Identifier: GPL-3.0-or-later
// A logarithmic scale of seconds, and the frame of a plot: axes with ticks at 0.1 s, 1 s, 10 s and so on.

const PLOT = { width: 460, height: 340, left: 58, right: 14, top: 28, bottom: 44 };
const LEAST = 0.01; // seconds; what is faster stands there

const answered = (row) => row.verdict === "true" || row.verdict === "false";
const secondsText = (s) => (s >= 1 ? s.toLocaleString("en") : String(s)) + " s";

function logScale(largest, from, to) {
  const low = Math.log10(LEAST), high = Math.max(Math.log10(Math.max(largest, LEAST)), 0) + 0.1;
  const at = (s) => from + ((Math.log10(Math.max(s, LEAST)) - low) / (high - low)) * (to - from);
  const ticks = [];
  for (let t = Math.round(low); t <= high; ++t) ticks.push(Number((10 ** t).toPrecision(1)));
  return { at, ticks, high: 10 ** high };
}

function plotFrame(title, xText, yText, marks) {
  const { width, height, left, right, top, bottom } = PLOT;
  return svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title },
    svg("text", { x: left, y: 16, class: "plot-title" }, title),
    svg("path", { class: "axis", d: `M ${left} ${top} V ${height - bottom} H ${width - right}` }),
    svg("text", { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, xText),
    svg("text", { x: 12, y: (top + height - bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${(top + height - bottom) / 2})` }, yText),
    marks);
}

const yTicks = (scale) => scale.ticks.map((t) => [
  svg("path", { class: "grid", d: `M ${PLOT.left} ${scale.at(t)} H ${PLOT.width - PLOT.right}` }),
  svg("text", { x: PLOT.left - 6, y: scale.at(t) + 4, "text-anchor": "end" }, secondsText(t))]).flat();
const xTicks = (scale) => scale.ticks.map((t) => [
  svg("path", { class: "grid", d: `M ${scale.at(t)} ${PLOT.top} V ${PLOT.height - PLOT.bottom}` }),
  svg("text", { x: scale.at(t), y: PLOT.height - PLOT.bottom + 16, "text-anchor": "middle" }, secondsText(t))]).flat();
