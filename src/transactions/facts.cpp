// SPDX-License-Identifier: GPL-3.0-or-later
#include "transactions/facts.h"

#include <algorithm>

namespace heddle::transactions {

namespace {
constexpr size_t kMuch = 4;  // a graph is worth beginning anew for if it drops one place of so many
}

Facts::Facts(const analysis::Analyses& analyses, analysis::Patience patience, Begin begin)
    : analyses_(analyses), relevance_(analyses) {
  if (begin == Begin::WithGraph) build(patience, ~uint64_t{0});
}

void Facts::build(analysis::Patience patience, uint64_t most_visits) {
  try {
    if (!skeleton_) skeleton_ = std::make_unique<Skeleton>(analyses_, relevance_);
    if (!words_) words_ = std::make_unique<Words>(*skeleton_);
    if (!flow_) flow_ = std::make_unique<Flow>(*skeleton_, *words_);
    if (!numbers_) numbers_ = std::make_unique<Numbers>(*skeleton_, *words_, *flow_);
    graph_ = std::make_unique<Graph>(*skeleton_, *words_, *flow_, *numbers_, patience, most_visits);
    sensitivity_ = std::make_unique<Sensitivity>(*graph_, relevance_, patience);
    for (const auto& [a, b] : sensitivity_->pairs()) noticed_.insert({a, b});
  } catch (const TooManyVisits&) {
  } catch (const NoGraph& e) {
    no_graph_ = e.what();
    graph_.reset();
  }
}

bool Facts::add_graph(analysis::Patience patience, uint64_t most_visits, const Free& free) {
  build(patience, most_visits);
  if (!sensitivity_) return false;
  if (says_more(free)) return true;
  sensitivity_.reset();
  return false;
}

// Operations that no thread need wait for any more make executions shorter; fewer pairs alone gain little.
bool Facts::says_more(const Free& free) const {
  size_t before = 0, now = 0;
  const std::vector<model::Procedure>& all = analyses_.program().procedures;
  for (model::ProcId f = 0; f < all.size(); ++f)
    for (model::Pc pc = 0; pc < all[f].code.size(); ++pc) {
      if (!analyses_.visible().at(f, pc) || !is_access(all[f].code[pc]) || relevance_.quiet(f, pc) || free({f, pc}))
        continue;
      ++before;
      now += noticed({f, pc});
    }
  return before > now && (before - now) * kMuch >= before;
}

bool Facts::is_relevant(const Place& a, const Place& b) const {
  const analysis::AccessSet &x = analyses_.effects()[a.proc][a.pc].touches,
                            &y = analyses_.effects()[b.proc][b.pc].touches;
  bool found = false;
  auto meet = [&](const base::BitSet& s, const base::BitSet& t) {
    s.each([&](size_t o) { found |= t.has(o) && relevance_.relevant(o); });
  };
  meet(x.writes, y.writes);
  meet(x.writes, y.reads);
  meet(x.reads, y.writes);
  return found;
}

bool Facts::sensitive(const Place& a, const Place& b) const {
  const std::vector<model::Procedure>& all = analyses_.program().procedures;
  if (!is_access(all[a.proc].code[a.pc]) || !is_access(all[b.proc].code[b.pc])) return true;
  if (!is_relevant(a, b)) return false;
  return !sensitivity_ || sensitivity_->pairs().count(std::minmax(a, b)) > 0;
}

bool Facts::noticed(const Place& a) const {
  const model::Instr& i = analyses_.program().procedures[a.proc].code[a.pc];
  if (!is_access(i) || i.kind == model::InstrKind::Copy || i.kind == model::InstrKind::Fill) return true;
  if (relevance_.quiet(a.proc, a.pc)) return false;
  return !sensitivity_ || noticed_.count(a) > 0;
}

// What no condition sees is no place of the graph.
bool Facts::may_meet(const Place& a, const Place& b) const {
  return !sensitivity_ || relevance_.quiet(a.proc, a.pc) || relevance_.quiet(b.proc, b.pc) ||
         sensitivity_->meetings().count(std::minmax(a, b)) > 0;
}

}  // namespace heddle::transactions
