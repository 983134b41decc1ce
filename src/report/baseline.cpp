// SPDX-License-Identifier: GPL-3.0-or-later
// A violation is known if the earlier result has one with the same fingerprint. Each earlier violation accounts for one
// of now, so that a second race of the same shape is new.
#include <map>

#include "report/fingerprint.h"
#include "report/report.h"

namespace heddle::report {

std::vector<bool> are_new(const std::vector<trace::Violation>& violations, const trace::Result& before) {
  std::map<std::string, size_t> left;
  for (const trace::Violation& v : before.violations) ++left[fingerprint(v)];
  std::vector<bool> out;
  for (const trace::Violation& v : violations) {
    size_t& same = left[fingerprint(v)];
    out.push_back(same == 0);
    if (same) --same;
  }
  return out;
}

}  // namespace heddle::report
