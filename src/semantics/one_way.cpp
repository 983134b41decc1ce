// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/one_way.h"

#include <algorithm>

namespace heddle::semantics {

OneWay step_one_way(Machine& machine, const State& from, unsigned thread,
                    const std::function<uint32_t(size_t k, uint32_t arity)>& pick, State& to,
                    const std::function<void()>& tries) {
  OneWay way;
  Choices choices;
  if (tries) tries();
  way.result = machine.step(from, thread, choices, to);
  way.choices = choices.items();
  for (size_t k = 0; k < way.choices.size(); ++k) {
    const uint32_t wanted = way.choices[k].arity > 1 ? pick(k, way.choices[k].arity) : 0;
    if (wanted == way.choices[k].picked) continue;
    way.choices.resize(k + 1);
    way.choices[k].picked = wanted;
    choices = Choices(way.choices);
    if (tries) tries();
    way.result = machine.step(from, thread, choices, to);
    way.choices = choices.items();
  }
  return way;
}

bool can_step(Machine& machine, const State& from, unsigned thread) {
  if (!machine.can_proceed(from, thread)) return false;
  const ThreadInfo& info = machine.info(from, thread);
  if (info.status == ThreadStatus::Ready && !info.section) return true;
  State to;
  Choices choices;
  do {
    StepResult r = machine.step(from, thread, choices, to);
    if ((r.taken && !r.spurious) || r.wide_input) return true;
  } while (choices.advance());
  return false;
}

namespace {
bool may_be_cancelled(const ThreadInfo& in) {
  return in.status == ThreadStatus::Ready && in.instr && model::waits_cancellably(in.instr->builtin);
}
}  // namespace

std::vector<std::vector<unsigned>> waiting_rings(const Machine& machine, const State& s, const std::vector<bool>& can) {
  const unsigned n = machine.threads(s);
  std::vector<std::vector<unsigned>> next, rings;
  // Where threads take each other's places, who joins one of them may wait for any that still runs.
  auto any_of = [&](unsigned t) {
    return machine.interchanges() ? machine.running_alike(s, t) : std::vector<unsigned>{};
  };
  for (unsigned t = 0; t < n; ++t) {
    const ThreadInfo& in = machine.info(s, t);
    const bool may_wait = in.status == ThreadStatus::Ready || in.status == ThreadStatus::CondWoken;
    if (!may_wait || may_be_cancelled(in)) continue;
    std::vector<unsigned> whom = any_of(t);
    if (whom.empty() && can[t]) continue;
    if (whom.empty()) whom = machine.holders(s, t);
    // in a ring everybody waits for somebody who waits
    auto waits = [&](unsigned u) { return u < n && (!can[u] || !any_of(u).empty()); };
    if (std::none_of(whom.begin(), whom.end(), waits)) continue;
    next.resize(n);
    next[t] = std::move(whom);
  }
  if (next.empty()) return rings;
  for (unsigned t = 0; t < n; ++t) {
    // From its smallest member: a way from t over larger ones back to t.
    std::vector<int> from(n, -1);
    std::vector<unsigned> todo{t}, ring;
    for (size_t k = 0; k < todo.size() && ring.empty(); ++k)
      for (unsigned u : next[todo[k]]) {
        if (u == t) {
          for (unsigned v = todo[k]; v != t; v = static_cast<unsigned>(from[v])) ring.push_back(v);
          ring.push_back(t);
          break;
        }
        if (u < t || u >= n || from[u] >= 0) continue;
        from[u] = static_cast<int>(todo[k]);
        todo.push_back(u);
      }
    if (ring.empty()) continue;
    std::reverse(ring.begin(), ring.end());
    rings.push_back(std::move(ring));
  }
  return rings;
}

}  // namespace heddle::semantics
