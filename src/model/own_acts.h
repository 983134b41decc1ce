// SPDX-License-Identifier: GPL-3.0-or-later
// Acts that nobody but the thread itself notices: an input, an assumption. Whoever holds a program to a schedule does
// not ask for them.
#pragma once
#include "model/program.h"

namespace heddle::model {

inline bool is_own_act(Builtin b) {
  using enum Builtin;
  return b == Nondet || b == Assume || b == ThreadSelf || b == ThreadDetach || b == ThreadExit;
}

// Inside a model: how far the standard input that the user gave has been read. The real program asks its library.
inline bool reads_given_input(const Procedure& f) { return f.library && f.name == "next_given"; }

}  // namespace heddle::model
