// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/ends_of_loops.h"

#include <algorithm>

namespace heddle::trace {

std::optional<Complete> by_ends_of_loops(const std::vector<LoopEnd>& all_loops, const Result& nothing_undefined) {
  bool all_end = std::none_of(all_loops.begin(), all_loops.end(), [](const LoopEnd& l) { return l.why.empty(); });
  auto it = nothing_undefined.properties.find(Property::UnreachCall);
  bool defined =
      it != nothing_undefined.properties.end() && it->second == Verdict::True && nothing_undefined.unmodelled.empty();
  return Complete::by_invariant(all_end, defined);
}

}  // namespace heddle::trace
