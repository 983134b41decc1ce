// SPDX-License-Identifier: GPL-3.0-or-later
// What the names of functions say that the library models call and nobody defines (src/frontend/library).
#pragma once
#include "model/program.h"

namespace heddle::model {

// A call without a model (Builtin::Unmodelled) that is known to return some number and to do nothing else. It stands
// where a model says too much: behind it more may happen than in the real program. So whoever looks at all that may
// happen can go on, and finds nothing that must happen.
// (The front end writes `any x` for `__heddle_any_x`. No function of a program has a blank in its name.)
inline bool is_any_number(const std::string& name) { return name.starts_with("any "); }
inline bool returns_any_number(const Instr& i) { return is_any_number(i.text) && i.args.empty(); }

// The name of a function that a model stands for: `__heddle_outside_read` is the model of `read` for descriptors that
// the program did not open itself.
inline std::string name_for_users(std::string name) {
  for (const char* prefix : {"__heddle_outside_", "__heddle_"})
    if (name.starts_with(prefix)) return name.substr(std::string(prefix).size());
  return name;
}

}  // namespace heddle::model
