// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/stretches.h"

#include <algorithm>

namespace heddle::schedule {

namespace {
constexpr size_t kMostPlaces = 4096;
}

const Stretch* Stretches::from(StateId s) {
  auto it = known_.find(s);
  if (it == known_.end()) it = known_.emplace(s, made(s)).first;
  return it->second ? &*it->second : nullptr;
}

// The events that the thread may come to at the state, if it goes next there whatever it comes to. It must not start a
// thread, which would begin in the middle; nor end, for then somebody else would have to say so.
std::optional<std::vector<Stretch::Step>> Stretches::steps(StateId s, unsigned thread) const {
  for (size_t k = 0; a_.states[s].kind == State::Choose && a_.states[s].by_thread.size() == 1; ++k) {
    if (a_.states[s].by_thread.begin()->first != thread || k > a_.states.size()) return std::nullopt;
    s = a_.states[s].by_thread.begin()->second;
  }
  const State& state = a_.states[s];
  if (state.thread != thread) return std::nullopt;
  if (state.kind == State::Event) {
    if (state.starts >= 0) return std::nullopt;
    return std::vector<Stretch::Step>{{state.key, state.next}};
  }
  if (state.kind != State::Decide) return std::nullopt;
  std::vector<Stretch::Step> all;
  for (const auto& [key, to] : state.by_key) {
    if (key == kEnd || a_.states[to].kind == State::Decide) return std::nullopt;
    const auto one = steps(to, thread);
    if (!one || one->size() != 1 || one->front().key != key) return std::nullopt;
    all.push_back(one->front());
  }
  return all;
}

std::optional<Stretch> Stretches::made(StateId s) const {
  if (a_.states[s].kind == State::End) return std::nullopt;
  Stretch out;
  out.thread = a_.states[s].kind == State::Choose ? a_.states[s].by_thread.begin()->first : a_.states[s].thread;
  bool branches = false;
  std::vector<StateId> work{s};
  while (!work.empty()) {
    const StateId at = work.back();
    work.pop_back();
    if (out.places.count(at) || std::count(out.exits.begin(), out.exits.end(), at)) continue;
    auto found = steps(at, out.thread);
    if (!found) {
      out.exits.push_back(at);
      continue;
    }
    if (out.places.size() >= kMostPlaces) return std::nullopt;
    branches |= found->size() > 1;
    for (const Stretch::Step& step : *found) work.push_back(step.next);
    out.places.emplace(at, std::move(*found));
  }
  if (!branches || out.exits.empty() || !out.places.count(s)) return std::nullopt;
  return out;
}

}  // namespace heddle::schedule
