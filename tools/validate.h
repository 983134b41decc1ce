// SPDX-License-Identifier: GPL-3.0-or-later
// heddle check --validate WITNESS.
#pragma once
#include <functional>

#include "driver/exit_codes.h"
#include "options/options.h"
#include "trace/result.h"
#include "witness/witness.h"

namespace heddle::tools {

// Finds out whether the program behaves, as `heddle check` does.
using Search = std::function<trace::Result(const options::Options&, const trace::InputFiles&)>;

// Reads the witness, and asks for what it is about.
witness::Witness prepare_validation(options::Options& options, const trace::InputFiles& input);

// Says on standard error what became of it; the exit code says the same.
driver::ExitCode tell_validation(const trace::Result& result, const witness::Witness& w);

// The same for a witness of correctness, when the property was searched for: do the invariants hold as well?
driver::ExitCode validate_correctness(const trace::Result& result, const witness::Witness& w,
                                      const options::Options& options, const Search& search);

}  // namespace heddle::tools
