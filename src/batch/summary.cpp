// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and tables about all tasks, what is wrong first. Only results of the plan's tasks count, each of them once,
// whatever else lies in the folder.
#include "batch/summary.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "base/file_names.h"
#include "batch/files.h"
#include "batch/live_table.h"

namespace heddle::batch {

namespace {

std::string fixed(double value, int digits) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string plural(size_t n, const std::string& noun) { return std::to_string(n) + " " + noun + (n == 1 ? "" : "s"); }

// As RFC 4180 has it.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

using Counts = std::map<std::string, size_t>;

std::string listed(const Counts& counts) {
  std::vector<std::pair<std::string, size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (const auto& [what, n] : sorted) out += (out.empty() ? "" : ", ") + std::to_string(n) + " " + what;
  return out;
}

// The lines of tasks that somebody has to look at.
void list(std::string& out, const Summary& s, Standing which, const std::string& title) {
  std::vector<size_t> some;
  for (size_t i : s.worst_first())
    if (standing(s.plan.tasks[i], *s.outcomes[i]) == which) some.push_back(i);
  if (some.empty()) return;
  out += title + "\n";
  for (size_t i : some) out += "  " + line_of(s.plan.tasks[i], *s.outcomes[i]) + "\n";
}

}  // namespace

size_t Summary::finished() const {
  return static_cast<size_t>(
      std::count_if(outcomes.begin(), outcomes.end(), [](const auto& o) { return o.has_value(); }));
}

bool Summary::anything_bad() const {
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i]) continue;
    const Standing s = standing(plan.tasks[i], *outcomes[i]);
    if (s == Standing::Wrong || s == Standing::Violated) return true;
  }
  return false;
}

std::vector<size_t> Summary::worst_first() const {
  std::vector<size_t> order;
  for (size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i]) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return standing(plan.tasks[a], *outcomes[a]) < standing(plan.tasks[b], *outcomes[b]);
  });
  return order;
}

void read_results(const Folder& folder, Summary& summary) {
  summary.outcomes.assign(summary.plan.tasks.size(), std::nullopt);
  for (size_t i = 0; i < summary.plan.tasks.size(); ++i) {
    const Task& task = summary.plan.tasks[i];
    if (std::optional<std::string> text = read_whole(folder.result(task)))
      summary.outcomes[i] = read_outcome(*text, task, summary.plan.tool.sha256);
  }
}

Summary read_summary(const Folder& folder) {
  Summary s{folder.path().string(), folder.read_plan(), {}};
  read_results(folder, s);
  return s;
}

std::string summary_text(const Summary& s) {
  std::string out;
  list(out, s, Standing::Wrong, "wrong:");
  list(out, s, Standing::Error, "without a result:");
  list(out, s, Standing::Violated, "violated:");
  Counts verdicts, standings, reasons;
  double seconds = 0, cpu = 0;
  for (size_t i = 0; i < s.outcomes.size(); ++i) {
    if (!s.outcomes[i]) continue;
    const Outcome& o = *s.outcomes[i];
    ++verdicts[o.verdict];
    const Standing how = standing(s.plan.tasks[i], o);
    if (!s.plan.tasks[i].expected.empty()) ++standings[how == Standing::Unknown ? "without an answer" : text(how)];
    if (o.verdict == "unknown" || o.verdict == "error") ++reasons[o.reason.empty() ? "no reason given" : o.reason];
    seconds += o.seconds, cpu += o.cpu_seconds;
  }
  const size_t open = s.plan.tasks.size() - s.finished();
  out += plural(s.plan.tasks.size(), "task") + (open ? ", " + std::to_string(open) + " not run yet" : "") +
         (verdicts.empty() ? "" : ": " + listed(verdicts)) + "\n";
  if (!standings.empty()) out += "beside what was expected: " + listed(standings) + "\n";
  if (!reasons.empty()) out += "reasons: " + listed(reasons) + "\n";
  out += fixed(seconds, 1) + " s by the clock of the tasks, " + fixed(cpu, 1) + " s of processors\n";
  return base::printable(out);
}

std::string summary_csv(const Summary& s) {
  std::string out = "task,property,verdict,expected,seconds,mib,engine,reason\n";
  for (size_t i : s.worst_first()) {
    const Task& t = s.plan.tasks[i];
    const Outcome& o = *s.outcomes[i];
    out += cell(t.name) + "," + cell(t.property) + "," + o.verdict + "," + cell(expected_text(t)) + "," +
           fixed(o.seconds, 3) + "," + std::to_string(o.mib) + "," + cell(o.engine) + "," + cell(o.reason) + "\n";
  }
  return out;
}

void write_summaries(const Folder& folder, const Summary& summary, const Summary* against) {
  write_whole(folder.path() / "summary.txt", summary_text(summary));
  write_whole(folder.path() / "summary.csv", summary_csv(summary));
  write_whole(folder.path() / "index.html", summary_page(summary, against, ""));
}

}  // namespace heddle::batch
