// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/visited.h"

#include <cstring>

#include "base/check.h"

namespace heddle::explore {

std::pair<StateId, bool> Visited::insert(const semantics::State& s, StateId parent, unsigned thread) {
  static_assert(std::is_same_v<semantics::State::value_type, uint32_t>);
  auto [number, fresh] = states_.intern(reinterpret_cast<const uint8_t*>(s.data()),
                                        static_cast<uint32_t>(s.size() * sizeof(uint32_t)), [&](uint32_t id) {
                                          Record& r = records_.make(id - 1);
                                          r.parent = parent;
                                          r.thread = static_cast<uint8_t>(thread);
                                        });
  return {number - 1, fresh};
}

void Visited::get(StateId id, semantics::State& out) const {
  const semantics::Blob b = states_.get(id + 1);
  out.resize(b.size / sizeof(uint32_t));
  std::memcpy(out.data(), b.data, b.size);
}

}  // namespace heddle::explore
