// SPDX-License-Identifier: GPL-3.0-or-later
// A witness of another tool: of a violation, or of correctness.
#pragma once
#include <string>
#include <vector>

#include "trace/result.h"
#include "witness/correctness.h"

namespace heddle::witness {

struct Place {
  std::string file;  // empty: the only one
  uint32_t line = 0;
};

struct Witness {
  std::string specification;               // "G ! call(reach_error())", with or without CHECK(...)
  std::string producer;                    // the tool; may be empty
  std::vector<std::string> hashes;         // SHA-256 of the program's files, as far as the witness has them
  std::vector<Place> passes;               // in their order
  std::vector<Place> targets;              // where the violation is; two for a race. May be empty
  size_t not_read = 0;                     // conditions on values and things to avoid, which are not looked at
  std::optional<Correctness> correctness;  // the witness is of this, and not of a violation
};

// Throws InputError. `path` is for messages.
Witness read(const std::string& text, const std::string& path);
Witness read_yaml(const std::string& text, const std::string& path);
Witness read_graphml(const std::string& text, const std::string& path);

// Is this violation at the targets of the witness?
bool is_at_targets(const trace::Violation& v, const Witness& w);
// How many of the places, from the first on, the execution passes in their order.
size_t passed(const trace::Violation& v, const Witness& w);

}  // namespace heddle::witness
