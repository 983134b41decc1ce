// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/ruling.h"

#include <algorithm>

namespace heddle::trace {

const char* text(Ruling::Kind kind) {
  return kind == Ruling::Certified ? "certified" : kind == Ruling::Refused ? "refused" : "cannot be checked";
}

Ruling::Kind Certification::ruling() const {
  auto is = [](Ruling::Kind kind) { return [kind](const Part& p) { return p.ruling.kind == kind; }; };
  if (std::any_of(parts.begin(), parts.end(), is(Ruling::Refused))) return Ruling::Refused;
  bool all = !parts.empty() && std::all_of(parts.begin(), parts.end(), is(Ruling::Certified));
  return all ? Ruling::Certified : Ruling::Cannot;
}

std::string Certification::properties(Ruling::Kind kind) const {
  std::string all;
  for (const Part& part : parts)
    for (base::Property p : part.properties)
      if (part.ruling.kind == kind) all += (all.empty() ? "" : ", ") + std::string(text(p));
  return all;
}

}  // namespace heddle::trace
