// SPDX-License-Identifier: GPL-3.0-or-later
// The shared variables of a certificate: their ranges, what they begin with, and what a way makes of them.
#pragma once
#include "judge/map_reader.h"
#include "judge/steps/walker.h"

namespace heddle::judge {

class Variables {
 public:
  Variables(const steps::Map& map, steps::Walker& walker) : map_(map), walker_(walker) {}

  // A variable of the first thread that everybody may know.
  bool is_ghost(const steps::Slot& s) const;
  // What every value of the variable fulfils, because of how it is written.
  std::string range(const std::string& name, steps::Slot::Kind kind, unsigned width, bool is_signed) const;
  std::string range(const steps::Slot& s, const steps::Shared& v) const;
  // The beginning, a formula for each variable; or the name of one that begins with what the certificate cannot name;
  // or what differs from the certificate's `initially`, in words.
  struct Begin {
    std::vector<std::string> state;
    std::string unknown, differs;
  };
  Begin begin(const std::map<steps::Slot, std::string>& initially);
  // What changes when a thread of `role` goes this way to this place. Nothing: a variable gets what has no number.
  std::optional<std::map<std::string, steps::Term>> after(steps::RoleId role, const steps::Way& way,
                                                          const steps::Place* to, steps::Premises& premises);

 private:
  // What it begins with; nothing: that has no number.
  std::optional<steps::Term> first(const steps::Slot& s, const steps::Shared& v);
  // The value as a number of the variable; a word that points: which of its targets.
  std::optional<steps::Term> number_in(const steps::Shared& v, const steps::Value& value, steps::Premises& premises);

  const steps::Map& map_;
  steps::Walker& walker_;
};

std::string conjunction(const std::vector<std::string>& all);

}  // namespace heddle::judge
