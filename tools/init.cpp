// SPDX-License-Identifier: GPL-3.0-or-later
// heddle init: a heddle.toml for the project in the current directory, with what can be seen there filled in and the
// rest as comments.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>

#include "base/check.h"
#include "base/file_names.h"
#include "builds/builds.h"
#include "commands.h"
#include "driver/exit_codes.h"
#include "options/config.h"
#include "output.h"

namespace heddle::tools {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostFiles = 400;
constexpr uint64_t kLargestFile = 4 << 20;

struct Seen {
  std::string build;  // the directory with compile_commands.json
  std::vector<std::string> targets;
  std::vector<std::string> sources, with_main;
  std::set<std::pair<std::string, std::string>> locks;  // functions that look like taking and giving one
};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "\"";
}
std::string list(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& t : texts) out += (out.empty() ? "" : ", ") + quoted(t);
  return "[" + out + "]";
}

// Definitions `... my_lock(struct lock *l) {` with a `my_unlock` beside them.
void look_for_locks(const std::string& text, std::set<std::string>& defined) {
  static const std::regex definition(R"((\w*(?:lock|acquire|release)\w*)\s*\(([^;{}()]*)\)\s*\{)");
  for (std::sregex_iterator i(text.begin(), text.end(), definition), end; i != end; ++i)
    if ((*i)[2].str().find('*') != std::string::npos) defined.insert((*i)[1].str());
}

void pair_locks(const std::set<std::string>& defined, Seen& seen) {
  for (const std::string& name : defined)
    for (const auto& [gives, takes] : {std::pair{"unlock", "lock"}, std::pair{"release", "acquire"}}) {
      const size_t at = name.find(gives);
      if (at == std::string::npos) continue;
      std::string other = name;
      other.replace(at, std::string(gives).size(), takes);
      if (defined.count(other)) seen.locks.emplace(other, name);
    }
}

Seen look_around() {
  Seen seen;
  std::error_code error;
  for (const char* d : {".", "build", "builddir", "out", "cmake-build-debug"})
    if (seen.build.empty() && fs::is_regular_file(fs::path(d) / "compile_commands.json", error)) seen.build = d;
  if (!seen.build.empty()) seen.targets = builds::targets(seen.build);
  static const std::regex main_function(R"((^|\n)\s*(int|void)?\s*main\s*\()");
  std::set<std::string> defined;
  fs::recursive_directory_iterator all(".", fs::directory_options::skip_permission_denied, error), end;
  for (; !error && all != end && seen.sources.size() < kMostFiles; all.increment(error)) {
    const std::string name = all->path().filename().string();
    std::error_code ignored;
    if (all->is_directory(ignored) && (name.starts_with(".") || name == "CMakeFiles")) all.disable_recursion_pending();
    if (!name.ends_with(".c") || !all->is_regular_file(ignored) || all->file_size(ignored) > kLargestFile) continue;
    std::ifstream in(all->path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    const std::string path = all->path().lexically_normal().string();
    seen.sources.push_back(path);
    if (std::regex_search(text, main_function)) seen.with_main.push_back(path);
    look_for_locks(text, defined);
  }
  std::sort(seen.sources.begin(), seen.sources.end());
  std::sort(seen.with_main.begin(), seen.with_main.end());
  pair_locks(defined, seen);
  return seen;
}

void write(std::ostream& out, const Seen& seen) {
  out << "# What `heddle check` does in this project. Settings are the options of `heddle check --help` without their\n"
         "# dashes; what the command line says goes first. Paths are relative to this file.\n\n"
         "# The program. With `build`, its compile_commands.json says which files there are and how they are "
         "compiled.\n";
  const bool built = !seen.build.empty();
  out << (built ? "build = " + quoted(seen.build) : "# build = \"build\"") << "\n";
  out << (built && seen.targets.size() == 1 ? "target = " + quoted(seen.targets[0]) : "# target = \"server\"");
  if (seen.targets.size() > 1) {
    out << "  # one of:";
    for (const std::string& t : seen.targets) out << " " << t;
  }
  const bool one = !built && seen.with_main.size() == 1;
  out << "\n"
      << (one ? "" : "# ") << "files = "
      << (one                    ? list(seen.sources)
          : seen.sources.empty() ? "[\"main.c\", \"worker.c\"]"
                                 : list(seen.sources))
      << "\n";
  if (!built && seen.with_main.size() > 1) {
    out << "# These files have a main; a program has one of them:";
    for (const std::string& f : seen.with_main) out << " " << f;
    out << "\n";
  }
  out << "# cflags = [\"-std=gnu11\"]\n# include = [\"include\"]\n# define = [\"DEBUG=1\"]\n\n"
         "# What to check, and how long.\n"
         "property = [\"unreach-call\", \"no-data-race\", \"no-deadlock\"]\n"
         "time-limit = \"5m\"\n"
         "# memory-limit = \"4G\"\n# unwind = 8                    # bounded engines look at so many rounds of a loop\n"
         "# malloc-may-fail = true\n"
         "# entry = [\"reader\", \"writer\"]  # run these functions as threads, instead of main\n"
         "# main = \"test_main\"            # begin with this function; with `entry` it runs before the threads\n"
         "# model = [\"heddle/models.c\"]   # functions that stand for those of the same name\n"
         "# harmless = [\"log_line\"]       # these return any value and do nothing else\n\n"
         "# The project's own locks: functions, and which argument points to the lock, from 0 (without :N the two "
         "functions\n"
         "# are one lock). Every verdict then holds on the condition that they are locks.\n";
  for (const auto& [takes, gives] : seen.locks)
    out << "# [[lock]]\n# acquire = " << quoted(takes + ":0") << "\n# release = " << quoted(gives + ":0") << "\n";
  if (seen.locks.empty()) out << "# [[lock]]\n# acquire = \"my_lock:0\"\n# release = \"my_unlock:0\"\n";
  out << "\n# Violations that the project lives with. They stay in the result, and the verdict stays false; the exit "
         "code is\n"
         "# that of the rest. At least one of file, function and object, and a reason.\n"
         "# [[suppress]]\n# property = \"no-data-race\"\n# file = \"stats.c\"\n# function = \"count\"\n# object = "
         "\"hits\"\n"
         "# reason = \"a lost count is fine here\"\n";
}

}  // namespace

int init(const std::vector<std::string>& args) {
  if (args.size() == 1 && (args[0] == "--help" || args[0] == "-h")) {
    std::cout << "Usage: heddle init\n\nWrites heddle.toml for the project in this directory: settings for every "
                 "`heddle check` here, with comments.\n";
    return driver::kTrue;
  }
  if (!args.empty())
    throw InputError(args[0] + ": `heddle init` takes no arguments; run it in the project's directory");
  std::error_code error;
  if (fs::exists(options::kConfigName, error))
    throw InputError(std::string(options::kConfigName) + ": is there already; move it away for a new one");
  const Seen seen = look_around();
  write_file("init", options::kConfigName, [&](std::ostream& out) { write(out, seen); });
  std::cout << options::kConfigName << " is written; look at it, then run `heddle check`\n";
  return driver::kTrue;
}

}  // namespace heddle::tools
