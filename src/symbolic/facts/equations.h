// SPDX-License-Identifier: GPL-3.0-or-later
// The linear equations that some points fulfil, over the integers (Karr, "Affine relationships among variables of a
// program", Acta Informatica 6, 1976) or modulo 2^w: what machine integers of w bits keep when they wrap around
// (Müller-Olm and Seidl, "Analysis of modular arithmetic", TOPLAS 2007; King and Søndergaard, "Inferring congruence
// equations using SAT", CAV 2008). A point that is added takes away what it does not fulfil. An equation over
// the integers that would need large coefficients is forgotten.
#pragma once
#include <cstdint>
#include <vector>

#include "symbolic/facts/integers.h"

namespace heddle::facts {

struct Equation {
  std::vector<Int> by;
  Int sum = 0;
};

class Equations {
 public:
  // Of these variables. Width 0: over the integers.
  explicit Equations(std::vector<bool> of, unsigned width = 0) : of_(std::move(of)), width_(width) {}

  bool none() const { return none_; }       // no point was added
  bool add(const std::vector<Int>& point);  // whether anything changed
  unsigned width() const { return width_; }
  const std::vector<Equation>& all() const { return all_; }

 private:
  bool relax(const std::vector<Int>& point);

  std::vector<bool> of_;
  unsigned width_;
  std::vector<Equation> all_;
  bool none_ = true;
};

// The same, modulo 2^width (at most 64), for as many variables as possible in terms of the others.
std::vector<Equation> solved(std::vector<Equation> all, unsigned width);

// Does one equation follow from others, over the integers or modulo 2^width? No: it may still.
bool follows(const Equation& e, std::vector<Equation> from, unsigned width);

}  // namespace heddle::facts
