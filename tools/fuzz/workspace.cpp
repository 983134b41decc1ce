// SPDX-License-Identifier: GPL-3.0-or-later
// Files for clang, and the way from a text to a Program.
#include "workspace.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "frontend/frontend.h"

namespace heddle::fuzz {

Workspace::Workspace() {
  std::string pattern = (std::filesystem::temp_directory_path() / "heddle-fuzz-XXXXXX").string();
  HEDDLE_CHECK(mkdtemp(pattern.data()) != nullptr) << "a temporary directory can be made at " << pattern;
  directory_ = pattern;
}

Workspace::~Workspace() {
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

std::string Workspace::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name)) << text;
  return path(name);
}

model::Program Workspace::load(const std::string& source, const std::vector<std::string>& flags) const {
  frontend::CompileJob job;
  job.files = {write("program.c", source)};
  job.clang_flags = flags;
  return frontend::load(job);
}

}  // namespace heddle::fuzz
