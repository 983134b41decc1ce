// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/order/plan.h"

#include <algorithm>

namespace heddle::order {

namespace {
template <class Set>
bool includes(const Set& all, const Set& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}
}  // namespace

bool Plan::covers(const Plan& learnt) const {
  if ((learnt.several_starts && !several_starts) || (learnt.kinds && !kinds) || (learnt.late_inits && !late_inits) ||
      (learnt.wide_results && !wide_results))
    return false;
  if (learnt.signals_repeat && !signals_repeat) return false;
  for (const auto& [from, times] : learnt.signals)
    if (auto known = signals.find(from); known == signals.end() || known->second < times) return false;
  for (const auto& [object, bits] : learnt.held)
    if (auto known = held.find(object); known == held.end() || !bits.within(known->second)) return false;
  return includes(wide, learnt.wide) && includes(handles, learnt.handles) && includes(with_state, learnt.with_state) &&
         includes(written, learnt.written) && includes(sleepers, learnt.sleepers) &&
         includes(attempts, learnt.attempts);
}

size_t Plan::signals_to(unsigned thread, const std::vector<uint32_t>& conditions) const {
  auto on = [&](uint32_t c) { return std::find(conditions.begin(), conditions.end(), c) != conditions.end(); };
  if (std::none_of(sleepers.begin(), sleepers.end(), [&](auto s) { return s.first != thread && on(s.second); }))
    return 0;
  size_t sum = 0;
  for (const auto& [from, times] : signals)
    if (from.first != thread && on(from.second)) sum += times;
  return sum;
}

void Plan::add(const Plan& learnt) {
  written.insert(learnt.written.begin(), learnt.written.end());
  made = learnt.made;
  with_state.insert(learnt.with_state.begin(), learnt.with_state.end());
  several_starts |= learnt.several_starts;
  kinds |= learnt.kinds;
  late_inits |= learnt.late_inits;
  wide_results |= learnt.wide_results;
  wide.insert(learnt.wide.begin(), learnt.wide.end());
  handles.insert(learnt.handles.begin(), learnt.handles.end());
  for (const auto& [object, bits] : learnt.held) held[object].grow(bits);
  attempts.insert(learnt.attempts.begin(), learnt.attempts.end());
  sleepers.insert(learnt.sleepers.begin(), learnt.sleepers.end());
  for (const auto& [from, times] : learnt.signals) signals[from] = std::max(signals[from], times);
  signals_repeat |= learnt.signals_repeat;
}

}  // namespace heddle::order
