// SPDX-License-Identifier: GPL-3.0-or-later
// Z3 says what went wrong in its context, not in its answer.
#pragma once
#include <z3.h>

#include "smt/z3/terms.h"

namespace heddle::smt::z3 {

inline void no_error(Z3_context c) {
  if (Z3_error_code e = Z3_get_error_code(c); e != Z3_OK) throw Error(Z3_get_error_msg(c, e));
}

}  // namespace heddle::smt::z3
