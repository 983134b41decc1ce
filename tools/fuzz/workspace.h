// SPDX-License-Identifier: GPL-3.0-or-later
// A temporary directory for the generated files, removed at the end.
#pragma once
#include <string>
#include <vector>

#include "model/program.h"

namespace heddle::fuzz {

class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  std::string write(const std::string& name, const std::string& text) const;  // gives the path
  std::string path(const std::string& name) const { return directory_ + "/" + name; }
  // throws InputError
  model::Program load(const std::string& source, const std::vector<std::string>& flags = {}) const;

 private:
  std::string directory_;
};

}  // namespace heddle::fuzz
