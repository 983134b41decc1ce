// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks belong together if they have the same name and property. One that is true here and false there is wrong in one
// of the two, even if nobody has said what to expect: that counts as having become wrong.
#include "batch/comparison.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "base/file_names.h"
#include "batch/result_json.h"

namespace heddle::batch {

namespace {

bool answers(const Outcome& o) { return o.verdict == "true" || o.verdict == "false"; }

bool contradict(const Outcome& a, const Outcome& b) {
  if (answers(a) && answers(b) && a.verdict != b.verdict) return true;
  for (const auto& [property, verdict] : a.properties) {
    auto it = b.properties.find(property);
    if (it != b.properties.end() && verdict != "unknown" && it->second != "unknown" && it->second != verdict)
      return true;
  }
  return false;
}

size_t answered_properties(const Outcome& o) {
  return static_cast<size_t>(
      std::count_if(o.properties.begin(), o.properties.end(), [](const auto& p) { return p.second != "unknown"; }));
}

std::optional<Change> change(const Task& before_task, const Outcome& before, const Task& task, const Outcome& after,
                             const Threshold& threshold) {
  const bool was_wrong = standing(before_task, before) == Standing::Wrong;
  const bool is_wrong = standing(task, after) == Standing::Wrong;
  if (is_wrong) return was_wrong ? Change::StillWrong : Change::BecameWrong;
  if (was_wrong) return Change::Mended;
  if (contradict(before, after)) return Change::Contradicts;
  if (answers(before) != answers(after)) return answers(after) ? Change::Won : Change::Lost;
  if (answered_properties(before) != answered_properties(after))
    return answered_properties(after) > answered_properties(before) ? Change::Won : Change::Lost;
  if (!answers(after)) return std::nullopt;  // how long it took to find nothing depends on the limit
  const double difference = after.seconds - before.seconds, factor = 1 + static_cast<double>(threshold.percent) / 100;
  if (std::abs(difference) * 1000 < static_cast<double>(threshold.least_ms)) return std::nullopt;
  if (after.seconds > before.seconds * factor) return Change::Slower;
  if (before.seconds > after.seconds * factor) return Change::Faster;
  return std::nullopt;
}

const char* title(Change c) {
  switch (c) {
    case Change::BecameWrong: return "became wrong";
    case Change::Contradicts: return "contradict each other";
    case Change::StillWrong: return "still wrong";
    case Change::Mended: return "no longer wrong";
    case Change::Lost: return "lost";
    case Change::Won: return "won";
    case Change::Slower: return "slower";
    case Change::Faster: return "faster";
  }
  return "";
}

std::string fixed(double value) {
  char text[48];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string brief(const Outcome& o) {
  return o.verdict + (o.reason.empty() ? "" : " (" + o.reason + ")") + " " + fixed(o.seconds) + " s";
}

}  // namespace

bool Comparison::anything_became_wrong() const {
  return std::any_of(differences.begin(), differences.end(), [](const Difference& d) {
    return d.change == Change::BecameWrong || d.change == Change::Contradicts;
  });
}

Comparison compare(const Summary& before, const Summary& after, const Threshold& threshold) {
  Comparison c;
  std::map<std::pair<std::string, std::string>, size_t> earlier;
  for (size_t i = 0; i < before.plan.tasks.size(); ++i)
    if (before.outcomes[i]) earlier[{before.plan.tasks[i].name, before.plan.tasks[i].property}] = i;
  c.only_before = earlier.size();
  for (size_t i = 0; i < after.plan.tasks.size(); ++i) {
    if (!after.outcomes[i]) continue;
    const Task& task = after.plan.tasks[i];
    auto it = earlier.find({task.name, task.property});
    if (it == earlier.end()) {
      ++c.only_after;
      continue;
    }
    --c.only_before;
    const Outcome &a = *before.outcomes[it->second], &b = *after.outcomes[i];
    if (answers(a) && answers(b)) c.seconds_before += a.seconds, c.seconds_after += b.seconds;
    if (std::optional<Change> what = change(before.plan.tasks[it->second], a, task, b, threshold))
      c.differences.push_back({*what, it->second, i});
    else
      ++c.same;
  }
  std::stable_sort(c.differences.begin(), c.differences.end(),
                   [](const Difference& a, const Difference& b) { return a.change < b.change; });
  return c;
}

std::string comparison_text(const Comparison& c, const Summary& before, const Summary& after) {
  std::string out, counts;
  std::map<Change, size_t> numbers;
  for (const Difference& d : c.differences) {
    const Task& task = after.plan.tasks[d.after];
    if (numbers[d.change]++ == 0) out += std::string(title(d.change)) + ":\n";
    out += "  " + task.name + "  " + task.property + "  " + brief(*before.outcomes[d.before]) + " -> " +
           brief(*after.outcomes[d.after]) + (task.expected.empty() ? "" : ", expected " + expected_text(task)) + "\n";
  }
  for (const auto& [change, n] : numbers) counts += std::to_string(n) + " " + title(change) + ", ";
  out += counts + std::to_string(c.same) + " the same";
  if (c.only_before) out += ", " + std::to_string(c.only_before) + " only in " + before.name;
  if (c.only_after) out += ", " + std::to_string(c.only_after) + " only in " + after.name;
  out += "\nanswered in both: " + fixed(c.seconds_before) + " s -> " + fixed(c.seconds_after) + " s\n";
  return base::printable(out);
}

std::string comparison_json(const Comparison& c, const Summary& before, const Summary& after) {
  Json differences = Json::array();
  auto side = [](const Outcome& o) {
    return Json{
        {"verdict", o.verdict}, {"seconds", o.seconds}, {"mib", o.mib}, {"engine", o.engine}, {"reason", o.reason}};
  };
  for (const Difference& d : c.differences) {
    const Task& task = after.plan.tasks[d.after];
    differences.push_back({{"change", title(d.change)},
                           {"task", task.name},
                           {"property", task.property},
                           {"expected", expected_text(task)},
                           {"before", side(*before.outcomes[d.before])},
                           {"after", side(*after.outcomes[d.after])}});
  }
  const Json all = {{"before", before.name},
                    {"after", after.name},
                    {"became_wrong", c.anything_became_wrong()},
                    {"differences", differences},
                    {"same", c.same},
                    {"only_before", c.only_before},
                    {"only_after", c.only_after},
                    {"seconds_before", c.seconds_before},
                    {"seconds_after", c.seconds_after}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::batch
