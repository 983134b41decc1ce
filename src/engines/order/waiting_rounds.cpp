// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that only wait need no bound. A round that changed nothing: whatever a further one would find, this one finds
// if it is made later. So the loop need not be followed, and nothing is lost.
//
// A round that only waited on a condition variable let go of its mutex in between, which others may need. Two rounds
// that sleep in the same place are as good as one that sleeps there from the first time to the second, if the thread
// knows the same both times: what it has read in the round before it fell asleep, it must not need afterwards. So of
// all rounds those are left that sleep in different places, and one more: the last, in which the thread may sleep for
// ever. That many are followed.
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
  const bool waited =
      mark && mark->waits != s.waits && unchanged(s, f, *mark, f.pc) && rounds_that_wait(s, *mark) != kNoLimit;
  uint64_t now = ++versions_, before = mark ? mark->made : now;
  mark = std::make_shared<Frame::Mark>(Frame::Mark{s.version, s.waits, before, now, waited ? mark->waited + 1 : 0,
                                                   waited ? mark->stops : stops.size(),
                                                   waited ? mark->sleeps : s.sleeps.size(), f.locals});
}

Unwinding::Round Unwinding::end_round(const State& s, const Frame& f, size_t loop) {
  const auto& mark = f.marks[loop];
  if (!mark || !unchanged(s, f, *mark, order(f.proc)[f.pc].heads[loop])) return Round::Other;
  if (mark->waits == s.waits) return Round::Covered;
  const size_t needed = rounds_that_wait(s, *mark);
  if (needed == kNoLimit) return Round::Other;
  if (mark->waited + 1 < needed) return Round::OnlyWaited;
  // those who sleep in these rounds stand for the ones that are not followed
  for (size_t k = mark->stops; k < stops.size(); ++k) stops[k].repeats |= stops[k].thread == thread_;
  return Round::Covered;
}

namespace {
bool alike(const ValuePtr& a, const ValuePtr& b) {
  return a == b || (a && b && a->bits == b->bits && a->undef == b->undef);
}
}  // namespace

// How many rounds stand for all others, after those since the mark; kNoLimit: none do.
size_t Unwinding::rounds_that_wait(const State& s, const Frame::Mark& mark) const {
  std::map<std::vector<uint32_t>, std::pair<const Sleep*, unsigned>> sites;
  for (size_t k = mark.sleeps; k < s.sleeps.size(); ++k) {
    const Sleep& sleep = *s.sleeps[k];
    auto& [first, times] = sites.try_emplace(sleep.site, &sleep, 0).first->second;
    ++times;
    if (!std::equal(first->known.begin(), first->known.end(), sleep.known.begin(), sleep.known.end(), alike))
      return kNoLimit;
  }
  const bool compared =
      std::all_of(sites.begin(), sites.end(), [](const auto& site) { return site.second.second > 1; });
  if (!compared && mark.waited > sites.size()) return kNoLimit;
  return compared ? sites.size() + 1 : mark.waited + 2;
}

void Unwinding::note_sleep(State& s, const model::Instr& i) {
  auto sleep = std::make_shared<Sleep>();
  for (const Frame& f : s.frames) {
    sleep->site.push_back(f.proc);
    sleep->site.push_back(f.pc);
    const model::LocalId result = p_.procedures[f.proc].code[f.pc].dst;
    for (model::LocalId l : needed(f.proc)[f.pc + 1])
      if (l != result) sleep->known.push_back(f.locals[l]);
  }
  for (model::ExprId e : i.args) sleep->known.push_back(std::make_shared<Value>(eval(s, e)));
  s.sleeps.push_back(std::move(sleep));
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
