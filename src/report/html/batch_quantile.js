// SPDX-License-Identifier: GPL-3.0-or-later
// The quantile plot: a point (n, s) says that n tasks were answered, and not wrongly, within s seconds each.

function quantilePlot(runs) {
  const lines = runs.map((run) => run.rows.filter((r) => answered(r) && r.standing !== "wrong").map((r) => r.seconds).sort((a, b) => a - b));
  const most = Math.max(1, ...lines.map((l) => l.length));
  const y = logScale(Math.max(LEAST, ...lines.map((l) => l[l.length - 1] || 0)), PLOT.height - PLOT.bottom, PLOT.top);
  const x = (n) => PLOT.left + (n / most) * (PLOT.width - PLOT.left - PLOT.right);
  const marks = [...yTicks(y), svg("text", { x: x(most), y: PLOT.height - PLOT.bottom + 16, "text-anchor": "end" }, String(most)),
    svg("text", { x: x(0), y: PLOT.height - PLOT.bottom + 16, "text-anchor": "middle" }, "0")];
  lines.forEach((line, i) => {
    const d = line.map((s, n) => `${n ? "L" : "M"} ${x(n + 1).toFixed(1)} ${y.at(s).toFixed(1)}`).join(" ");
    marks.push(svg("path", { class: `quantile run-${i}`, d: line.length === 1 ? `${d} h 2` : d, "data-points": line.length }));
    marks.push(svg("text", { class: `run-${i}`, x: PLOT.left + 10, y: PLOT.top + 14 + 17 * i }, `${i ? "- - " : "\u2014 "}${runs[i].name} (${line.length})`));
  });
  return plotFrame("Answers, from the fastest to the slowest", "tasks answered", "seconds for a task", marks);
}
