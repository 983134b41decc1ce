// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to cvc5: can something follow from many facts, most of which have nothing to do with it? First only those
// facts are given that are connected with it, by names that they share: if these suffice, all of them do. The same few
// questions come again and again then, and are asked once.
#pragma once
#include <unordered_map>

#include "judge/cvc5.h"
#include "judge/steps/terms.h"

namespace heddle::judge {

struct Claim {
  std::string text;
  std::set<std::string> names{};  // variables in it
  Claim() = default;
  explicit Claim(std::string t);
};

// Names with what is always true of them, and conditions.
struct Suppositions {
  std::map<std::string, Claim> given;
  std::vector<Claim> where;

  Suppositions() = default;
  // With other names.
  Suppositions(const steps::Premises& premises, const std::map<std::string, std::string>& names);
  void add(const Suppositions& more);
};

class Questions {
 public:
  explicit Questions(Cvc5& solver);

  void set_range(const std::string& name, const std::string& range) { ranges_.emplace(name, Claim(range)); }
  using Facts = std::vector<const Claim*>;
  // Unsat: the facts and the suppositions imply the goal; without one, they contradict each other.
  trace::Answer opposite(const Facts& facts, const Suppositions& s, const Claim* goal = nullptr);
  uint64_t asked() const { return asked_; }  // also what was answered before

 private:
  trace::Answer ask(const Facts& facts, const Suppositions& s, const Claim* goal, bool all);

  Cvc5& solver_;
  std::unordered_map<std::string, Claim> ranges_;
  std::unordered_map<std::string, trace::Answer> answers_;
  uint64_t asked_ = 0;
};

}  // namespace heddle::judge
