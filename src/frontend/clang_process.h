// SPDX-License-Identifier: GPL-3.0-or-later
// A child process without a shell, and a private directory for what it writes.
#pragma once
#include <string>
#include <vector>

namespace heddle::frontend {

struct ChildResult {
  bool started = false;
  int exit_code = 0;
  int signal = 0;      // the signal that killed it, or 0
  std::string errors;  // the beginning of its standard error
};

// argv[0] is looked up in PATH. Standard input and output are /dev/null.
ChildResult run_child(const std::vector<std::string>& argv);

// Created for this process alone; removed with everything in it on destruction.
class PrivateDirectory {
 public:
  PrivateDirectory();
  ~PrivateDirectory();
  PrivateDirectory(const PrivateDirectory&) = delete;
  PrivateDirectory& operator=(const PrivateDirectory&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace heddle::frontend
