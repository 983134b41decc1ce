// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/memory_safety.h"

namespace heddle::base {

MemorySafety memory_safety_part(const std::string& kind) {
  for (const char* k : {"invalid-free", "double-free"})
    if (kind == k) return kValidFree;
  for (const char* k : {"out-of-bounds", "null-dereference", "invalid-dereference", "uninitialised-pointer",
                        "use-after-free", "use-after-return", "use-after-scope"})
    if (kind == k) return kValidDeref;
  return kOtherUndefined;
}

bool is_uninitialised_read(const std::string& kind) { return kind == "uninitialised-read"; }

}  // namespace heddle::base
