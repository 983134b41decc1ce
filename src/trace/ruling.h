// SPDX-License-Identifier: GPL-3.0-or-later
// What a judge says about the verdicts `true` of a result: `heddle certify`, written out in docs/json.md.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/property.h"

namespace heddle::trace {

struct Objection {
  std::string obligation;  // that has to hold in a proof, and does not
  std::string where;
  bool operator==(const Objection&) const = default;
};

struct Ruling {
  enum Kind : uint8_t { Certified, Refused, Cannot } kind = Cannot;
  std::vector<Objection> objections;  // Refused: at least one
  std::string reason;                 // Cannot: why
  std::string judge;                  // what was checked again, and how, in words
  std::vector<std::pair<std::string, double>> numbers;
  std::string unchecked{};  // Certified: what of the properties nobody has looked at, in words

  static Ruling cannot(std::string reason) { return {Cannot, {}, std::move(reason), {}, {}, {}}; }
};
const char* text(Ruling::Kind kind);

struct Certification {
  struct Part {
    std::vector<base::Property> properties;  // said to be true
    Ruling ruling;
  };
  std::vector<Part> parts;  // none: the result claims no `true`
  double seconds = 0;

  // Refused if one part is; certified if all parts are and there is one.
  Ruling::Kind ruling() const;
  // The properties of all parts that were ruled so, with ", " between.
  std::string properties(Ruling::Kind kind) const;
};

}  // namespace heddle::trace
