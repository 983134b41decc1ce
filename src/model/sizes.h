// SPDX-License-Identifier: GPL-3.0-or-later
// How large what synchronises is in glibc, on x86: all of these bytes are the library's.
#pragma once
#include "model/builtins.h"

namespace heddle::model {

constexpr uint32_t size_of(Synchronises object, unsigned pointer_width) {
  const bool wide = pointer_width == 64;
  switch (object) {
    case Synchronises::None: return 0;
    case Synchronises::Mutex: return wide ? 40 : 24;
    case Synchronises::RwLock: return rwlock_size(pointer_width);
    case Synchronises::SpinLock: return 4;
    case Synchronises::Condition: return 48;
    case Synchronises::Barrier: return wide ? 32 : 20;
    case Synchronises::Semaphore: return wide ? 32 : 16;
  }
  return 0;
}

}  // namespace heddle::model
