// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/schedule.h"

namespace heddle::trace {

const char* text(Word w) {
  switch (w) {
    case Word::Safe: return "safe";
    case Word::PartiallySafe: return "partially-safe";
    case Word::Unsafe: return "unsafe";
    case Word::Unknown: return "unknown";
  }
  return "";
}

}  // namespace heddle::trace
