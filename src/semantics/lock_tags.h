// SPDX-License-Identifier: GPL-3.0-or-later
// Which kind of object a program has initialised at a place: the tag of the fifth byte says it. As memory the byte is
// 0, like the rest of an object that is not in use. A spin lock has four bytes only, but its word is one of its own.
#pragma once
#include "model/builtins.h"

namespace heddle::semantics {

inline constexpr uint8_t kByteMade = 0x60;  // and a Synchronises
inline constexpr uint32_t kMadeAt = 4;
inline bool is_made_tag(uint8_t tag) { return tag >= kByteMade && tag < kByteMade + 8; }

inline const char* in_words(model::Synchronises kind) {
  switch (kind) {
    case model::Synchronises::Mutex: return "a mutex";
    case model::Synchronises::RwLock: return "a read-write lock";
    case model::Synchronises::SpinLock: return "a spin lock";
    case model::Synchronises::Condition: return "a condition variable";
    case model::Synchronises::Barrier: return "a barrier";
    case model::Synchronises::Semaphore: return "a semaphore";
    case model::Synchronises::None: break;
  }
  return "something else";
}

}  // namespace heddle::semantics
