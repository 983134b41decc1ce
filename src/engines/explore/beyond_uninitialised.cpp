// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/beyond_uninitialised.h"

#include <algorithm>

#include "base/memory_safety.h"

namespace heddle::explore {

bool all_violated(const trace::Result& r) {
  return std::all_of(r.properties.begin(), r.properties.end(),
                     [](const auto& p) { return p.second == trace::Verdict::False; });
}

void add_what_any_value_shows(trace::Result& to, trace::Result&& from) {
  for (const trace::Violation& v : from.violations) trace::adopt(to, from, v.property);
  auto is_news = [&](const trace::Violation& v) {
    return std::none_of(to.undefined_behaviour.begin(), to.undefined_behaviour.end(),
                        [&](const trace::Violation& old) { return old.kind == v.kind && old.message == v.message; });
  };
  for (trace::Violation& v : from.undefined_behaviour)
    if (!base::is_uninitialised_read(v.kind) && is_news(v)) to.undefined_behaviour.push_back(std::move(v));
  for (std::string& name : from.unmodelled)
    if (std::find(to.unmodelled.begin(), to.unmodelled.end(), name) == to.unmodelled.end())
      to.unmodelled.push_back(std::move(name));
  to.stats = std::move(from.stats);
}

}  // namespace heddle::explore
