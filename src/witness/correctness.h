// SPDX-License-Identifier: GPL-3.0-or-later
// A correctness witness, format 2.1: invariants at places of the source, over variables that are visible there and
// ghosts (Erhard and others, "Correctness witnesses for concurrent programs: bridging the semantic divide with ghosts",
// VMCAI 2025). A ghost is updated by a statement of the program, in one step with it.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::witness {

struct Location {
  std::string file, function;
  uint32_t line = 0, column = 0;  // column 0: the first statement of the line
  auto operator<=>(const Location&) const = default;
};

struct Invariant {
  Location at;
  std::string value;     // an expression of C
  bool of_loop = false;  // it holds whenever the condition of the loop is evaluated; else: in front of the statement
};

struct GhostVariable {
  std::string name, type = "int", initial = "0";
};

struct GhostUpdate {
  Location at;
  std::string variable, value;
};

struct Correctness {
  std::vector<GhostVariable> ghosts;
  std::vector<GhostUpdate> updates;  // those at one place in their order
  std::vector<Invariant> facts;
};

// What a proven result claims, as far as the sources have statements for it.
Correctness correctness(const trace::Result& r);

// The program with the ghosts in it, failing where an invariant does not hold.
struct Instrumented {
  std::map<std::string, std::string> files;  // those that have changed
  std::vector<std::string> not_placed;       // what is left out, and why
};
// `texts` has the files of the program.
Instrumented instrument(const Correctness& c, const std::map<std::string, std::string>& texts);
// "invariant 3 of the witness", from 1: the assertion that fails.
std::string name_of_invariant(size_t number);

// The content of a file, named from there; nothing if it cannot be read.
std::optional<std::string> read_source(const std::string& cwd, const std::string& file);

}  // namespace heddle::witness
