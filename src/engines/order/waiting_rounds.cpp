// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that only wait need no bound. A round that changed nothing: whatever a further one would find, this one finds
// if it is made later. So the loop need not be followed, and nothing is lost.
//
// A round that only waited on a condition variable let go of its mutex in between, which others may need. Two rounds
// that sleep in the same place are as good as one that sleeps there from the first time to the second, if the thread
// knows the same both times: what it has read in the round before it fell asleep, it must not need afterwards. So of
// all rounds those are left that sleep in different places, and one more: the last, in which the thread may sleep for
// ever. That many are followed. Not so where another thread tries to lock the mutex: it sees each time that the mutex
// is held between two sleeps.
//
// Where several threads sleep on one condition variable and no deadlock is to be excluded, it matters how often a
// thread is woken: each signal that it takes is one that the others do not get. Then the sleeps that end by a signal
// stay apart, and between them the others are made one as before. There are no more of them than signals of other
// threads; if these are many, or come from rounds that are not followed, one sleep may take any number of them, sent to
// any condition variable of the loop (Stop::repeats), which may show a deadlock where there is none.
//
// What has changed may depend on a condition: an attempt to write that failed has changed nothing, and where a path
// with a change meets one without, a later branch may tell them apart again (Soft).
//
// Nothing changed if no locals did that matter. Results of timed waits may change: the one of this round takes the
// place of the one of the round before, as a wait that lasts from there to here can have either result, too. Nothing
// else may depend on the old result; what was made before the old result was does not.
#include <algorithm>

#include "engines/order/unwinding.h"
#include "model/needed_locals.h"

namespace heddle::order {

using model::Pc;

namespace {
constexpr size_t kMostSignals = 6;  // that may wake one sleeper, for each of which a round is followed
constexpr size_t kMostKnown = 8;
}  // namespace

const std::vector<std::vector<model::LocalId>>& Unwinding::needed(model::ProcId f) {
  auto it = needed_.find(f);
  return it != needed_.end() ? it->second
                             : needed_.emplace(f, model::needed_locals(p_, p_.procedures[f]).before).first->second;
}

void Unwinding::begin_round(State& s) {
  const Frame& f = s.frames.back();
  auto& mark = s.frames.back().marks.back();
  const bool waited =
      mark && mark->waits != s.waits && unchanged(s, f, *mark, f.pc) && rounds_that_wait(s, *mark).rounds != kNoLimit;
  uint64_t now = ++versions_, before = mark ? mark->made : now;
  mark = std::make_shared<Frame::Mark>(Frame::Mark{s.version, s.waits, before, now, waited ? mark->waited + 1 : 0,
                                                   waited ? mark->stops : stops.size(),
                                                   waited ? mark->sleeps : s.sleeps.size(), signals.size(), f.locals});
}

Unwinding::Round Unwinding::end_round(const State& s, const Frame& f, size_t loop) {
  const auto& mark = f.marks[loop];
  if (!mark || !unchanged(s, f, *mark, order(f.proc)[f.pc].heads[loop])) return Round::Other;
  if (mark->waits != s.waits) {
    const Needed needed = rounds_that_wait(s, *mark);
    if (needed.rounds == kNoLimit) return Round::Other;
    if (mark->waited + 1 < needed.rounds) return Round::OnlyWaited;
    if (!needed.exact) note_repeated_sleeps(*mark);
  }
  note_repeated_signals(*mark);
  return Round::Covered;
}

// Each of these sleeps may stand for all that are not followed, also for those on another condition variable: they lie
// between two sleeps that became one.
void Unwinding::note_repeated_sleeps(const Frame::Mark& mark) {
  std::vector<Target> conditions;
  auto mine = [&](const Stop& stop) { return stop.thread == thread_ && stop.kind == Stop::Sleep; };
  for (size_t k = mark.stops; k < stops.size(); ++k)
    if (mine(stops[k])) conditions.insert(conditions.end(), stops[k].condition.begin(), stops[k].condition.end());
  for (size_t k = mark.stops; k < stops.size(); ++k) {
    if (!mine(stops[k])) continue;
    stops[k].repeats = true;
    stops[k].also.insert(stops[k].also.end(), conditions.begin(), conditions.end());
  }
}

// The rounds that are not followed do what the last one has done.
void Unwinding::note_repeated_signals(const Frame::Mark& mark) {
  for (size_t k = mark.signals; k < signals.size(); ++k)
    learnt_.signals_repeat |= !signals[k].all && events[signals[k].event].thread == thread_;
}

namespace {
bool alike(const ValuePtr& a, const ValuePtr& b) {
  return a == b || (a && b && a->bits == b->bits && a->undef == b->undef);
}
}  // namespace

// How many rounds stand for all others, after those since the mark; kNoLimit: none do.
Unwinding::Needed Unwinding::rounds_that_wait(const State& s, const Frame::Mark& mark) const {
  std::vector<uint32_t> conditions;
  std::map<std::vector<uint32_t>, std::pair<const Sleep*, unsigned>> sites;
  for (size_t k = mark.sleeps; k < s.sleeps.size(); ++k) {
    const Sleep& sleep = *s.sleeps[k];
    auto& [first, times] = sites.try_emplace(sleep.site, &sleep, 0).first->second;
    ++times;
    conditions.insert(conditions.end(), sleep.on.begin(), sleep.on.end());
    if (!std::equal(first->known.begin(), first->known.end(), sleep.known.begin(), sleep.known.end(), alike))
      return {kNoLimit, false};
  }
  const bool compared =
      std::all_of(sites.begin(), sites.end(), [](const auto& site) { return site.second.second > 1; });
  if (!compared) return {mark.waited > sites.size() ? kNoLimit : mark.waited + 2, false};
  const size_t places = sites.size(), signals = plan_.signals_to(thread_, conditions);
  if (signals == 0) return {places + 1, true};
  if (!bound_.sleeps_count || plan_.signals_repeat || signals > kMostSignals) return {places + 1, false};
  return {places == 1 ? signals + 2 : (signals + 1) * (places + 1), true};
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
  for (const Target& t : cells(s, i, 0)) {
    sleep->on.push_back(objects[t.object].held_as);
    learnt_.sleepers.insert({thread_, sleep->on.back()});
  }
  for (model::ExprId e : i.args) sleep->known.push_back(std::make_shared<Value>(eval(s, e)));
  s.sleeps.push_back(std::move(sleep));
}

// Whoever tries to lock the mutex sees that the sleeper holds it between two sleeps: then these stay apart.
bool Unwinding::others_try(const std::vector<Target>& mutex) const {
  auto may_be = [&](const std::pair<uint32_t, uint64_t>& tried, const Target& cell) {
    const auto [object, offset] = lock_id(cell);
    return tried.first == object && (tried.second == offset || tried.second == kEverywhere || offset == kEverywhere);
  };
  return std::any_of(plan_.attempts.begin(), plan_.attempts.end(), [&](const auto& a) {
    return a.first != thread_ &&
           std::any_of(mutex.begin(), mutex.end(), [&](const Target& cell) { return may_be(a.second, cell); });
  });
}

void Unwinding::note_signal(State& s, const model::Instr& i) {
  const bool all = i.builtin == model::Builtin::CondBroadcast;
  signals.push_back({static_cast<uint32_t>(events.size() - 1), cells(s, i, 0), all});
  std::set<uint32_t> conditions;
  for (const Target& t : signals.back().cells) conditions.insert(objects[t.object].held_as);
  if (!all)
    for (uint32_t c : conditions) ++learnt_.signals[{thread_, c}];
}

void Unwinding::learn(State& s, Lit known) const {
  if (s.known.size() == kMostKnown) s.known.erase(s.known.begin());
  s.known.push_back(known);
  for (bool again = true; again && s.soft && s.soft->version == s.version;) {
    const std::shared_ptr<const Soft> soft = s.soft;
    auto it = std::find_if(soft->ifs.begin(), soft->ifs.end(),
                           [&](const Soft::If& i) { return std::count(s.known.begin(), s.known.end(), i.known); });
    if (again = it != soft->ifs.end(); again) s.version = it->version, s.soft = it->soft;
  }
}

// What one side knows and the other side knows not to be so tells later which of the two it was; so does the guard,
// by which values were chosen.
void Unwinding::merge_versions(State& into, const State& from) {
  if (into.version != from.version) {
    auto soft = std::make_shared<Soft>();
    auto add = [&](Lit second) {
      soft->ifs.push_back({second, from.version, from.soft});
      soft->ifs.push_back({~second, into.version, into.soft});
    };
    add(from.guard);
    for (Lit l : from.known)
      if (std::count(into.known.begin(), into.known.end(), ~l)) add(l);
    change(into);
    soft->version = into.version;
    into.soft = std::move(soft);
  } else if (into.soft != from.soft) {
    into.soft = nullptr;
  }
  std::erase_if(into.known, [&](Lit l) { return !std::count(from.known.begin(), from.known.end(), l); });
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
