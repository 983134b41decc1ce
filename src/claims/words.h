// SPDX-License-Identifier: GPL-3.0-or-later
// The integers in a global variable, and what C calls them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/program.h"
#include "trace/claims.h"

namespace heddle::claims {

struct Word {
  std::string name;  // an expression: `account.balance`
  uint64_t offset = 0;
  unsigned bytes = 0;
  bool is_signed = true;
};

class Words {
 public:
  explicit Words(const model::Program& p);
  // None if the variable cannot be named in C wherever it is visible, or has more than a few.
  std::vector<Word> of(model::ObjectId o) const;
  trace::ClaimVariable variable(model::ObjectId o) const;

 private:
  bool can_be_named(model::ObjectId o) const;
  bool add(const std::string& name, model::TypeId type, uint64_t offset, std::vector<Word>& to) const;

  const model::Program& p_;
  std::vector<std::string> taken_;    // names of anything but static objects, sorted
  std::vector<std::string> objects_;  // names of these, sorted
};

// `0 <= x && x <= 9`; empty if the type says as much.
std::string in_range(const Word& w, int64_t lo, int64_t hi);

bool is_identifier(const std::string& s);

}  // namespace heddle::claims
