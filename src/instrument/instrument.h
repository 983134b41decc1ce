// SPDX-License-Identifier: GPL-3.0-or-later
// The way out: the very bitcode the front end read, with calls of the run-time at every act (analysis/acts.h), compiled
// to an executable. No LLVM type is visible here.
#pragma once
#include <string>

#include "frontend/frontend.h"
#include "model/program.h"

namespace heddle::instrument {

// The path of the executable. `program` is what frontend::load made of the same job, with its acts marked. Built once:
// the next call for the same bitcode finds it in the cache. Throws InputError when the program cannot be linked.
std::string build(const frontend::CompileJob& job, const model::Program& program);
// The number that such an executable carries as heddle_program_id: it stands for all that went into it.
uint64_t id_of(const std::string& executable);

}  // namespace heddle::instrument
