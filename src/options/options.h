// SPDX-License-Identifier: GPL-3.0-or-later
// Options: what the user asked for, typed and checked. The table options.def declares every option; this header turns
// it into a struct, parse.cpp into a parser, help.cpp into --help and docs/options.md. Everything here throws
// InputError with one message that says what is wrong and what to do instead.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/memory_safety.h"
#include "base/property.h"

namespace heddle::options {

enum class Engine : uint8_t { Auto, Explore, BmcLazy, BmcEager, BmcOrder, Induction, Invariants, Impact, Lasso, Walk };
enum class Format : uint8_t { Text, Json };
enum class DataModel : uint8_t { Ilp32, Lp64 };
enum class Fairness : uint8_t { Weak, Strong };
enum class Reduction : uint8_t { None, Por, Mpor, Sir };
enum class ReportFormat : uint8_t { Text, Html, Sarif, Graphml, Yaml };
enum class OnDivergence : uint8_t { Stop, Warn, Free };

// A violation that the project lives with: what is not empty has to fit.
struct Suppression {
  std::string property, file, function, object;
  std::string reason;  // never empty
};

struct Options {
#define HEDDLE_CHOICE(Type, field, names, def, ...) Type field = Type::def;
#define HEDDLE_NUMBER(field, names, def, ...) uint64_t field = def;
#define HEDDLE_DURATION(field, names, def, ...) uint64_t field = def;
#define HEDDLE_SIZE(field, names, def, ...) uint64_t field = def;
#define HEDDLE_SWITCH(field, names, def, ...) bool field = def;
#define HEDDLE_TEXT(field, ...) std::string field;
#define HEDDLE_LIST(field, ...) std::vector<std::string> field;
#include "options/options.def"

  // What the words on the command line come down to.
  // C sources (a task definition has been replaced by its input files); replay, certify, report: the result; batch: the
  // tasks; compare: two folders
  std::vector<std::string> files;
  std::vector<base::Property> properties;           // what to check; never empty, no duplicates, in the enum's order
  unsigned memory_safety = base::kAllMemorySafety;  // the parts of valid-memsafety (base::MemorySafety)
  std::vector<std::string> cflags;                  // for clang: -I and -D first, then what followed `--`
  std::vector<std::string>
      handed_on;  // batch: words for each `heddle check`, without the property; check --slurm: all of its words
  // What the build says about each file, for clang, before cflags; empty, or as many as there are files.
  std::vector<std::vector<std::string>> file_flags;
  std::vector<std::string> acquires, releases;  // the project's own locks, of heddle.toml: "my_lock:0"
  std::vector<Suppression> suppressions;        // of heddle.toml
  std::vector<std::string> arguments;           // run, and check --args: of the program
  std::vector<std::string> notes;               // what the user should know although it is no error
};

const char* text(Engine e);
const char* text(DataModel m);

// The arguments of a command, without the word itself. Reads property files and task definitions.
Options parse_check(const std::vector<std::string>& args);
Options parse_replay(const std::vector<std::string>& args);
Options parse_run(const std::vector<std::string>& args);
Options parse_certify(const std::vector<std::string>& args);
Options parse_schedule(const std::vector<std::string>& args);
Options parse_sequentialize(const std::vector<std::string>& args);
Options parse_report(const std::vector<std::string>& args);
Options parse_batch(const std::vector<std::string>& args);
Options parse_compare(const std::vector<std::string>& args);

}  // namespace heddle::options
