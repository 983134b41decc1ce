// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "base/file_names.h"
#include "witness/witness.h"

namespace heddle::witness {
namespace {

bool same(const Place& p, const std::string& file, uint32_t line) {
  if (p.line != line) return false;
  // tools name the file as they were given it: its own name has to do
  auto name = [](const std::string& f) { return f.substr(f.rfind('/') + 1); };
  return p.file.empty() || name(p.file) == name(file);
}

}  // namespace

bool is_at_targets(const trace::Violation& v, const Witness& w) {
  return std::all_of(w.targets.begin(), w.targets.end(), [&](const Place& t) {
    return std::any_of(v.locations.begin(), v.locations.end(),
                       [&](const trace::Location& l) { return same(t, l.file, l.line); }) ||
           (!v.trace.steps.empty() && w.targets.size() == 1 &&
            same(t, v.trace.steps.back().file, v.trace.steps.back().line));
  });
}

size_t passed(const trace::Violation& v, const Witness& w) {
  size_t next = 0;
  for (const trace::Step& s : v.trace.steps)
    while (next < w.passes.size() && same(w.passes[next], s.file, s.line)) ++next;
  return next;
}

}  // namespace heddle::witness
