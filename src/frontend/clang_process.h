// SPDX-License-Identifier: GPL-3.0-or-later
// A child process without a shell and without temporary files: what it writes comes back through pipes.
#pragma once
#include <string>
#include <vector>

namespace heddle::frontend {

struct ChildResult {
  bool started = false;
  int exit_code = 0;
  int signal = 0;      // the signal that killed it, or 0
  std::string output;  // all of its standard output
  std::string errors;  // the beginning of its standard error
};

// argv[0] is looked up in PATH. Standard input is /dev/null.
ChildResult run_child(const std::vector<std::string>& argv);

}  // namespace heddle::frontend
