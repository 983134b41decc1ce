// SPDX-License-Identifier: GPL-3.0-or-later
// Any lines as the words of a command line: refused with an InputError, or understood completely. The word FILE stands
// for a program that exists, so that whole command lines can be accepted.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "fuzz_target.h"
#include "options/options.h"
#include "options/table.h"

namespace {

// Made once, removed at the end.
struct Program {
  std::string path =
      (std::filesystem::temp_directory_path() / ("heddle-fuzz-" + std::to_string(getpid()) + ".c")).string();
  Program() { std::ofstream(path) << "int main(void) { return 0; }\n"; }
  ~Program() { std::remove(path.c_str()); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Program program;
  std::vector<std::string> args = heddle::options::split(std::string(reinterpret_cast<const char*>(data), size), '\n');
  for (std::string& a : args) {
    a.erase(std::find(a.begin(), a.end(), '\0'), a.end());  // a command line holds no zero bytes
    if (a == "FILE") a = program.path;
  }
  using heddle::options::Options;
  for (auto parse : {heddle::options::parse_check, heddle::options::parse_replay, heddle::options::parse_run}) try {
      Options o = parse(args);
      HEDDLE_CHECK(o.help || !o.files.empty()) << "accepted options say what to look at";
      HEDDLE_CHECK(o.help || parse != heddle::options::parse_check || !o.properties.empty())
          << "accepted options say what to check";
    } catch (const heddle::InputError& e) {
      heddle::fuzz::check_message(e.what());
    }
  return 0;
}
