// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/fingerprint.h"

#include <algorithm>

#include "base/sha256.h"
#include "report/phrases.h"

namespace heddle::report {
namespace {

// An ending that no part contains, so that two different lists never give the same text.
std::string part(const std::string& s) { return std::to_string(s.size()) + ":" + s + "\n"; }

// The text of the line, where a step of the trace stands there.
std::string text_at(const trace::Trace& t, const trace::Location& l) {
  for (const trace::Step& s : t.steps)
    if (s.line == l.line && s.file == l.file) return s.text;
  return "";
}

}  // namespace

std::string fingerprint(const trace::Violation& v) {
  std::vector<std::string> places;
  for (const trace::Location& l : v.locations)
    places.push_back(part(l.file) + part(l.function) + part(l.access) + part(l.object) + part(l.waits_for) +
                     part(text_at(v.trace, l)));
  std::sort(places.begin(), places.end());  // which thread comes first is chance
  std::string all = part(text(v.property)) + part(v.kind);
  for (const std::string& p : places) all += part(p);
  return base::sha256(all);
}

}  // namespace heddle::report
