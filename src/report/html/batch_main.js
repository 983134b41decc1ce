// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a batch: how many of each kind, the plots, and the table.

const { run, against } = read("batch");
const ORDER = ["wrong", "error", "violated", "correct", "proven", "unknown"];

byId("name").textContent = run.name;
byId("counts").append(...ORDER.map((s) => [s, run.rows.filter((r) => r.standing === s).length]).filter(([, n]) => n)
  .map(([s, n]) => el("li", { class: `standing-${s}` }, `${n} ${s}`)));
byId("about").textContent = `${run.rows.length} of ${plural(run.tasks, "task")}, heddle ${run.heddle} (${run.tool})${run.settings.length ? `, ${run.settings.join(" ")}` : ""}` +
  (against ? `; beside ${against.name}, heddle ${against.heddle} (${against.tool})` : "");
const results = new ResultTable(run.rows);
byId("plots").append(quantilePlot(against ? [run, against] : [run]), ...(against ? [scatterPlot(run, against, (row) => results.select(row))] : []));
