// SPDX-License-Identifier: GPL-3.0-or-later
// Does a loop end? A measure is a machine number that every round makes smaller, read as unsigned: there are only
// finitely many numbers, so whatever wraps around, such a loop ends. Several measures, each of which may shrink only
// while the ones before it stay as they are, do as well (lexicographic order).
//
// Measures are guessed from the variables that the loop changes, from what its conditions compare and from the
// addresses it walks along; Z3 shows for bit vectors that every round makes them smaller. Needed for that are sometimes
// invariants: bounds by zero, by the value at the entry and by each other, all guessed, of which those remain that hold
// at the entry and that every round keeps (Flanagan and Leino, "Houdini, an annotation assistant for ESC/Java", FME
// 2001).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engines/ranking/passage.h"
#include "smt/z3/solver.h"

namespace heddle::ranking {

class Measures {
 public:
  Measures(Terms& terms, const model::Procedure& f, std::function<bool()> stop)
      : terms_(terms), procedure_(f), stop_(std::move(stop)) {}

  std::vector<z3::Term> invariants(const Round& r);
  // What shrinks, for people; nothing: no measure was found.
  std::optional<std::string> measure(const Round& r);
  unsigned questions() const { return questions_; }

 private:
  struct Candidate {
    z3::Term now, then;
    std::string text;
  };
  struct Change {  // of a variable, in one round
    z3::Term entry, now, then;
    std::string name;
  };
  std::vector<Change> changes(const Round& r) const;
  bool of_header(const Round& r, const z3::Term& e) const;
  std::vector<Hint> hints_of_header(const Round& r) const;
  std::vector<z3::Term> guesses(const Round& r, const std::vector<Change>& changes);
  std::vector<Candidate> candidates(const Round& r, const std::vector<Change>& changes);
  std::vector<z3::Term> next_round(const Round& r, const std::vector<Change>& changes);
  z3::Answer ask(const std::vector<z3::Term>& assertions, std::optional<z3::Model>* model = nullptr);
  bool always(const std::vector<z3::Term>& assumed, const z3::Term& claim);

  Terms& terms_;
  const model::Procedure& procedure_;
  const std::function<bool()> stop_;
  unsigned questions_ = 0, unanswered_ = 0;
};

}  // namespace heddle::ranking
