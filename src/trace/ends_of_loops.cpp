// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/ends_of_loops.h"

namespace heddle::trace {

std::optional<Complete> by_ends_of_loops(const std::vector<LoopEnd>& all_loops, const Result& nothing_undefined) {
  Certified c;
  c.argument =
      "in every loop a number shrinks that cannot shrink for ever, or the loop sleeps, whatever the inputs and the "
      "schedule";
  for (const LoopEnd& l : all_loops) {
    if (l.why.empty()) return std::nullopt;
    c.facts.push_back("the loop at " + l.place + ": " + l.why);
  }
  auto it = nothing_undefined.properties.find(Property::UnreachCall);
  if (it == nothing_undefined.properties.end() || !it->second.proof() || !nothing_undefined.unmodelled.empty() ||
      assumes_safe_memory(nothing_undefined))
    return std::nullopt;
  c.parts.push_back(shown_by(nothing_undefined.engine, "nothing undefined happens", *it->second.proof()));
  return Complete::of(std::move(c));
}

}  // namespace heddle::trace
