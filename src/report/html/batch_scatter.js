// SPDX-License-Identifier: GPL-3.0-or-later
// The scatter plot of two batches: a point for each task that both have, to the right the time of the earlier one, upwards
// the time of this one. Tasks without an answer stand at the outer edge. Below the diagonal this batch is faster.

const rowKey = (row) => JSON.stringify([row.task, row.property]);

function scatterPlot(run, against, select) {
  const before = new Map(against.rows.map((r) => [rowKey(r), r]));
  const pairs = run.rows.filter((r) => before.has(rowKey(r))).map((r) => [before.get(rowKey(r)), r]);
  const largest = Math.max(LEAST, ...pairs.flat().filter(answered).map((r) => r.seconds));
  const x = logScale(largest, PLOT.left, PLOT.width - PLOT.right - 12), y = logScale(largest, PLOT.height - PLOT.bottom, PLOT.top + 12);
  const place = (scale, row, edge) => (answered(row) ? scale.at(row.seconds) : edge);
  const marks = [...xTicks(x), ...yTicks(y), svg("path", { class: "diagonal", d: `M ${x.at(LEAST)} ${y.at(LEAST)} L ${x.at(x.high)} ${y.at(y.high)}` })];
  for (const [a, b] of pairs) {
    const title = `${b.task} (${b.property}): ${a.verdict} in ${a.seconds} s, then ${b.verdict} in ${b.seconds} s`;
    marks.push(svg("circle", { class: `point standing-${b.standing}${a.verdict !== b.verdict ? " changed-verdict" : ""}`, r: 4,
      cx: place(x, a, PLOT.width - PLOT.right - 3), cy: place(y, b, PLOT.top + 3), onclick: () => select(b) }, svg("title", {}, title)));
  }
  return plotFrame(`${plural(pairs.length, "task")} of both`, against.name, run.name, marks);
}
