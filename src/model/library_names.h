// SPDX-License-Identifier: GPL-3.0-or-later
// What the names of functions say that the library models call and nobody defines (src/frontend/library).
#pragma once
#include <string_view>

#include "model/program.h"

namespace heddle::model {

// A call without a model (Builtin::Unmodelled) that is known to return some number and to do nothing else. It stands
// where a model says too much: behind it more may happen than in the real program. So whoever looks at all that may
// happen can go on, and finds nothing that must happen.
// (The front end writes `any x` for `__heddle_any_x`. No function of a program has a blank in its name.)
inline bool is_any_number(const std::string& name) { return name.starts_with("any "); }
// So a search names the call of the user that led there: `any result of cos (a.c:4:3)`.
inline constexpr std::string_view kAnyResult = "any result of ";
inline std::string any_result(const std::string& function, const std::string& place) {
  return std::string(kAnyResult) + function + (place.empty() ? "" : " (" + place + ")");
}
// So it names memory whose content it does not know (`content of argv[1]`): it may be anything.
inline bool is_any_content(const std::string& name) { return name.starts_with("content of "); }
// One that depends on nothing but the arguments, so that it is the only thing that is not known behind the call.
inline bool returns_unknown_number(const Instr& i) { return i.text == "any part of a number of mathematics"; }
inline bool returns_any_number(const Instr& i) { return is_any_number(i.text) && i.args.empty(); }

// What the argument of an entry (`--entry`) leads to: anything, also what another entry is given or a static object.
inline constexpr std::string_view kArgumentOfEntry = "__heddle_argument_of_";

// The name of a function that a model stands for: `__heddle_outside_read` is the model of `read` for descriptors that
// the program did not open itself, `__heddle_known_sprintf` that of `sprintf` with a format that has no gap.
inline std::string name_for_users(std::string name) {
  for (const char* prefix : {"__heddle_outside_", "__heddle_known_", "__heddle_"})
    if (name.starts_with(prefix)) return name.substr(std::string(prefix).size());
  return name;
}

}  // namespace heddle::model
