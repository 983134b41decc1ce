// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/visible_steps.h"

#include <algorithm>

#include "report/phrases.h"

namespace heddle::report {
namespace {

constexpr size_t kMost = 60, kFront = 15;  // more rows than kMost: the first kFront stay, and the last kMost - kFront

std::vector<bool> culprits(const trace::Violation& v) {
  std::vector<bool> out(v.trace.steps.size());
  if (v.trace.lasso_start) return out;  // no single step of a loop is to blame
  for (const trace::Location& l : v.locations)
    if (long i = step_of(v.trace, l); i >= 0 && !is_waiting(l)) out[static_cast<size_t>(i)] = true;
  return out;
}

void cut_the_middle(std::vector<bool>& shown, const std::vector<bool>& culprit) {
  size_t total = static_cast<size_t>(std::count(shown.begin(), shown.end(), true)), rank = 0;
  if (total <= kMost) return;
  for (size_t i = 0; i < shown.size(); ++i) {
    if (!shown[i]) continue;
    if (rank >= kFront && rank < total - (kMost - kFront) && !culprit[i]) shown[i] = false;
    ++rank;
  }
}

}  // namespace

std::vector<Row> visible_steps(const trace::Violation& v, bool all) {
  const auto& steps = v.trace.steps;
  std::vector<bool> culprit = culprits(v), shown(steps.size());
  for (size_t i = 0; i < steps.size(); ++i) shown[i] = all || steps[i].matters || culprit[i];
  if (!all) cut_the_middle(shown, culprit);
  std::vector<Row> rows;
  for (size_t i = 0; i < steps.size(); ++i) {
    bool lasso = v.trace.lasso_start == i;
    if (shown[i])
      rows.push_back({i, 0, culprit[i]});
    else if (!rows.empty() && rows.back().omitted && !lasso)
      ++rows.back().omitted;
    else
      rows.push_back({i, 1, false});
  }
  if (!rows.empty() && rows.back().omitted && !v.trace.lasso_start) rows.pop_back();
  for (Row& r : rows)
    if (r.omitted == 1) r.omitted = 0;
  return rows;
}

}  // namespace heddle::report
