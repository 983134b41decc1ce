// SPDX-License-Identifier: GPL-3.0-or-later
// What a call by name means when no body is there: the table known_functions.def and the names that are builtins
// themselves.
#pragma once
#include <optional>
#include <string>

#include "model/program.h"

namespace heddle::frontend {

struct KnownFunction {
  enum Kind { Call, Output, NoEffect, PureInput } kind = Call;
  model::Builtin builtin = model::Builtin::None;  // Call
  int arguments = -1;                             // Call: how many leading arguments are kept; -1: all
};

std::optional<KnownFunction> known_function(const std::string& name);
// Functions that cannot be expressed.
bool jumps_out(const std::string& name);        // setjmp and longjmp
bool is_large_atomic(const std::string& name);  // on objects of other sizes than those of numbers

}  // namespace heddle::frontend
