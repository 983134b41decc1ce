// SPDX-License-Identifier: GPL-3.0-or-later
// heddle-cc: stands for the C compiler of a build. It runs the real compiler and then writes into each object, as a
// section of its own, how the object was made (builds/records.h). `heddle check PROGRAM` reads that. The real compiler
// is $HEDDLE_CC, else cc, else clang-19. What makes no objects from C files is handed on as it is.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "base/check.h"
#include "base/shell_words.h"
#include "builds/object_files.h"
#include "builds/records.h"
#include "command_line.h"

extern char** environ;

namespace heddle::cc {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

bool is_in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string directories = path ? path : "";
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  for (size_t from = 0; from <= directories.size();) {
    const size_t to = std::min(directories.find(':', from), directories.size());
    const fs::path file = fs::path(directories.substr(from, to - from)) / program;
    from = to + 1;
    if (access(file.c_str(), X_OK) == 0 && !fs::equivalent(file, self, error)) return true;
  }
  return false;
}

Words real_compiler() {
  const char* chosen = std::getenv("HEDDLE_CC");
  if (chosen && *chosen) return base::shell_words(chosen, "HEDDLE_CC");
  for (const char* name : {"cc", "clang-19"})
    if (is_in_path(name)) return {name};
  throw InputError("there is no C compiler; install gcc or clang-19, or name one: HEDDLE_CC=/path/to/cc");
}

std::vector<char*> raw(const Words& words) {
  std::vector<char*> all;
  for (const std::string& w : words) all.push_back(const_cast<char*>(w.c_str()));
  all.push_back(nullptr);
  return all;
}

Words joined(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// The exit code; 128 and more for a signal, as shells count.
int run(const Words& command, bool quietly = false) {
  pid_t pid = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (quietly) posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  const int error = posix_spawnp(&pid, command[0].c_str(), &actions, nullptr, raw(command).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error) throw InputError("cannot run " + command[0] + ": " + std::strerror(error));
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

[[noreturn]] void become(const Words& command) {
  execvp(command[0].c_str(), raw(command).data());
  throw InputError("cannot run " + command[0] + ": " + std::strerror(errno));
}

class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "heddle-cc-XXXXXX").string();
    if (!mkdtemp(name.data())) throw InputError("cannot make a directory in " + fs::temp_directory_path().string());
    path_ = name;
  }
  ~Scratch() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

// The prerequisites of a rule for make: blanks separate, a backslash protects one or goes on in the next line.
Words prerequisites(const std::string& rule) {
  Words files(1);
  size_t i = rule.find(": ");
  for (i = i == std::string::npos ? rule.size() : i + 2; i < rule.size(); ++i) {
    const char c = rule[i], next = i + 1 < rule.size() ? rule[i + 1] : 0;
    if (c == '\\' && (next == ' ' || next == '#')) {
      files.back() += rule[++i];
    } else if (c == '$' && next == '$') {
      files.back() += rule[++i];
    } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
      if (!files.back().empty()) files.emplace_back();
    } else {
      files.back() += c;
    }
  }
  if (files.back().empty()) files.pop_back();
  return files;
}

class Compiler {
 public:
  Compiler(Words real, const CommandLine& line) : real_(std::move(real)), line_(line) {}

  int go() {
    if (line_.compiles_only) {
      if (int code = run(joined(real_, line_.all))) return code;
      for (const std::string& source : line_.sources)
        keep_record(source, line_.output.empty() ? fs::path(source).stem().string() + ".o" : line_.output);
      return 0;
    }
    Words objects;
    for (const std::string& source : line_.sources) {
      const std::string object =
          scratch_.file(std::to_string(objects.size()) + "-" + fs::path(source).stem().string() + ".o");
      if (int code = run(joined(real_, compile(line_, source, object)))) return code;
      keep_record(source, object);
      objects.push_back(object);
    }
    return link_with(objects);
  }

  int link_only() { return link_with({}); }

 private:
  // Libraries that the program needs are written down, too, in an object without code.
  int link_with(Words objects) {
    if (!line_.libraries.empty()) {
      const std::string object = scratch_.file("link.o");
      const Words machine = std::count(line_.all.begin(), line_.all.end(), "-m32") ? Words{"-m32"} : Words{};
      const Words empty = joined(machine, {"-x", "c", "-c", "/dev/null", "-o", object});
      builds::Record record;
      record.command.directory = fs::current_path().string();
      record.libraries = line_.libraries;
      if (run(joined(real_, empty), true) == 0) {
        attach(record, object);
        objects.push_back(object);
      }
    }
    return run(joined(real_, link(line_, objects)));
  }

  Words sources_of(const std::string& source) {
    const std::string rule = scratch_.file("rule");
    Words command = joined(real_, without_rules(line_.flags));
    if (run(joined(command, {"-MM", "-MF", rule, "-MT", "x", source}), true) != 0) return {source};
    std::ifstream in(rule);
    Words files = prerequisites(std::string(std::istreambuf_iterator<char>(in), {}));
    return files.empty() ? Words{source} : files;
  }
  static Words without_rules(const Words& flags) {
    Words kept;
    for (size_t i = 0; i < flags.size(); ++i) {
      const std::string& f = flags[i];
      if (f.starts_with("-Wp,-M")) continue;
      if (!f.starts_with("-M"))
        kept.push_back(f);
      else if (builds::takes_next(f))
        ++i;
    }
    return kept;
  }

  void keep_record(const std::string& source, const std::string& object) {
    std::error_code error;
    if (!fs::is_regular_file(object, error)) return;
    builds::Record record;
    record.command.directory = fs::current_path().string();
    record.command.file = source;
    record.command.arguments = joined({real_[0]}, line_.flags);
    if (!source.ends_with(".c") && !source.ends_with(".i"))
      record.command.arguments.insert(record.command.arguments.end(), {"-x", "c"});
    record.sources = sources_of(source);
    record.sha256 = builds::hash_of(record.command.directory, record.sources);
    attach(record, object);
  }

  void attach(const builds::Record& record, const std::string& object) {
    const std::string file = scratch_.file("record"), section = builds::kSection;
    std::ofstream(file, std::ios::binary) << builds::write(record);
    if (run({"objcopy", "--remove-section", section, "--add-section", section + "=" + file, "--set-section-flags",
             section + "=noload,readonly", object}) != 0)
      throw InputError(object + ": objcopy cannot add to this object how it was made");
  }

  Words real_;
  const CommandLine& line_;
  Scratch scratch_;
};

int start(const Words& words) {
  const Words real = real_compiler();
  const CommandLine line = read(words, fs::current_path().string());
  const bool links = !line.compiles_only && !line.all.empty() &&
                     std::any_of(line.all.begin(), line.all.end(), [](const std::string& w) {
                       return w.ends_with(".o") || w.ends_with(".a") || w.ends_with(".lo");
                     });
  if (line.other || (line.sources.empty() && !links)) become(joined(real, line.all));
  Compiler compiler(real, line);
  return line.sources.empty() ? compiler.link_only() : compiler.go();
}

}  // namespace
}  // namespace heddle::cc

int main(int argc, char** argv) {
  try {
    return heddle::cc::start({argv + (argc > 0), argv + argc});
  } catch (const std::exception& e) {
    std::cerr << "heddle-cc: " << e.what() << "\n";
    return 1;
  }
}
