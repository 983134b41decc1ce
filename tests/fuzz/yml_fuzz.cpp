// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a task definition: refused with an InputError, or understood to name at least one file.
#include "base/check.h"
#include "fuzz_target.h"
#include "options/task_definition.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    heddle::options::TaskDefinition t =
        heddle::options::parse_task_definition(std::string(reinterpret_cast<const char*>(data), size), "fuzz.yml");
    HEDDLE_CHECK(!t.input_files.empty()) << "an accepted definition names a file";
    for (const std::string& f : t.input_files) HEDDLE_CHECK(!f.empty()) << "file names are not empty";
  } catch (const heddle::InputError& e) {
    heddle::fuzz::check_message(e.what());
  }
  return 0;
}
