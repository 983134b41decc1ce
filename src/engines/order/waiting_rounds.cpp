// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that only wait need no bound. A round that changed nothing: whatever a further one would find, this one finds
// if it is made later. So the loop need not be followed, and nothing is lost. A round that only waited on a condition
// variable let go of its mutex in between, which others may need; but two such rounds are as good as one that waits
// longer.
//
// Nothing changed if no locals did that matter. Results of timed waits may change: the one of this round takes the
// place of the one of the round before, as a wait that lasts from there to here can have either result, too. Nothing
// else may depend on the old result; what was made before the old result was does not.
#include <algorithm>

#include "engines/order/unwinding.h"
#include "model/needed_locals.h"

namespace heddle::order {

using model::Pc;

const std::vector<std::vector<model::LocalId>>& Unwinding::needed(model::ProcId f) {
  auto it = needed_.find(f);
  return it != needed_.end() ? it->second
                             : needed_.emplace(f, model::needed_locals(p_, p_.procedures[f]).before).first->second;
}

void Unwinding::begin_round(State& s) {
  const Frame& f = s.frames.back();
  auto& mark = s.frames.back().marks.back();
  bool waited = mark && mark->waits != s.waits && unchanged(s, f, *mark, f.pc);
  uint64_t now = ++versions_, before = mark ? mark->made : now;
  mark = std::make_shared<Frame::Mark>(
      Frame::Mark{s.version, s.waits, before, now, waited, waited ? mark->stops : stops.size(), f.locals});
}

bool Unwinding::same_as_before(const State& s, const Frame& f, size_t loop) {
  const auto& mark = f.marks[loop];
  if (!mark || !unchanged(s, f, *mark, order(f.proc)[f.pc].heads[loop])) return false;
  if (mark->waits == s.waits) return true;
  if (mark->waited)  // those who sleep in these rounds stand for the ones that are not followed
    for (size_t k = mark->stops; k < stops.size(); ++k) stops[k].repeats |= stops[k].thread == thread_;
  return mark->waited;
}

bool Unwinding::unchanged(const State& s, const Frame& f, const Frame::Mark& mark, Pc head) {
  if (mark.version != s.version) return false;
  std::map<uint32_t, Lit> renamed;
  uint32_t newest = 0;  // of what stayed as it was
  auto same = [&](Lit then, Lit now) {
    if (then == now) {
      newest = std::max(newest, then.code);
      return true;
    }
    Lit from = then.code & 1 ? ~then : then, to = then.code & 1 ? ~now : now;
    auto a = timeouts_.find(from.code), b = timeouts_.find(to.code);
    if (a == timeouts_.end() || b == timeouts_.end() || a->second.instr != b->second.instr) return false;
    bool neighbours = a->second.made > mark.before && a->second.made <= mark.made && b->second.made > mark.made;
    return neighbours && renamed.try_emplace(from.code, to).first->second == to;
  };
  for (model::LocalId l : needed(f.proc)[head]) {
    const ValuePtr &a = mark.locals[l], &b = f.locals[l];
    if (!a || !b) {
      if (a != b) return false;
      continue;
    }
    if (!same(a->undef, b->undef) || a->bits.size() != b->bits.size()) return false;
    if (!std::equal(a->bits.begin(), a->bits.end(), b->bits.begin(), same)) return false;
  }
  return renamed.empty() || newest < renamed.begin()->first;
}

}  // namespace heddle::order
