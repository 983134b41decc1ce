// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/visible_steps.h"

#include <algorithm>
#include <map>

#include "report/phrases.h"
#include "trace/folded_steps.h"

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

namespace {

class Rows {
 public:
  Rows(const trace::Trace& t, const std::vector<bool>& shown, const std::vector<bool>& culprit)
      : trace_(t), shown_(shown), culprit_(culprit) {
    for (const trace::Fold& f : trace::folds(t).value_or(trace::Folds{}).folds) folds_[f.from + f.steps] = f;
  }
  std::vector<Row> all() {
    for (size_t i = 0; i < shown_.size(); ++i) {
      if (auto f = folds_.find(i); f != folds_.end()) rounds(f->second, i);
      if (trace_.gap && trace_.gap->step == i) rows_.push_back({Row::NotWritten, i, 0, 0, false, 0, 0});
      if (shown_[i])
        rows_.push_back({Row::Step, i, 1, 0, culprit_[i], 0, 0});
      else
        omit(i, 1, 1);
    }
    if (!rows_.empty() && rows_.back().kind == Row::Omitted && !trace_.lasso_start) rows_.pop_back();
    for (Row& r : rows_)
      if (r.kind == Row::Omitted && r.count == 1) r.kind = Row::Step;
    return std::move(rows_);
  }

 private:
  void rounds(const trace::Fold& f, size_t at) {
    auto first = shown_.begin() + static_cast<ptrdiff_t>(f.from);
    bool seen =
        std::find(first, first + static_cast<ptrdiff_t>(f.steps), true) != first + static_cast<ptrdiff_t>(f.steps);
    if (seen)
      rows_.push_back({Row::Rounds, at, 0, f.rounds, false, f.from, f.from + f.steps - 1});
    else
      omit(at, 0, f.left_out);
  }
  void omit(size_t at, size_t entries, uint64_t count) {
    bool goes_on = !rows_.empty() && rows_.back().kind == Row::Omitted && trace_.lasso_start != at;
    if (!goes_on) rows_.push_back({Row::Omitted, at, 0, 0, false, 0, 0});
    rows_.back().entries += entries;
    rows_.back().count += count;
  }

  const trace::Trace& trace_;
  const std::vector<bool>&shown_, &culprit_;
  std::map<size_t, trace::Fold> folds_;  // by where rounds are left out
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> visible_steps(const trace::Violation& v, bool all) {
  const auto& steps = v.trace.steps;
  std::vector<bool> culprit = culprits(v), shown(steps.size());
  for (size_t i = 0; i < steps.size(); ++i) shown[i] = all || steps[i].matters || culprit[i];
  if (!all) cut_the_middle(shown, culprit);
  return Rows(v.trace, shown, culprit).all();
}

}  // namespace heddle::report
