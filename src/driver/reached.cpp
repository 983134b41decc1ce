// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver/reached.h"

#include <algorithm>

#include "base/file_names.h"

namespace heddle::driver {

namespace {

bool is_at(const trace::Step& s, const std::string& place) {
  size_t colon = place.rfind(':');
  return place.substr(colon + 1) == std::to_string(s.line) && base::same_file(s.file, place.substr(0, colon));
}

// Where the other thread is: at the last of its steps, which is one on such a line.
void add_other(trace::Violation& v, const std::vector<std::string>& places) {
  const trace::Location& mine = v.locations[0];
  for (auto s = v.trace.steps.rbegin(); s != v.trace.steps.rend(); ++s) {
    bool there = std::any_of(places.begin(), places.end(), [&](const std::string& p) { return is_at(*s, p); });
    if (s->thread == mine.thread || !there) continue;
    trace::Location other;
    other.file = s->file;
    other.line = s->line;
    other.column = s->column;
    other.function = s->function;
    other.thread = s->thread;
    v.locations.push_back(other);
    return;
  }
}

}  // namespace

void tell_reached(trace::Result& result, const std::vector<std::string>& places) {
  if (places.empty()) return;
  for (trace::Violation& v : result.violations) {
    v.message = places.size() == 1 ? places[0] + " is reached"
                                   : "two threads are at " + places[0] + " and " + places[1] + " at the same time";
    for (trace::Step& s : v.trace.steps)
      if (s.object.rfind("__heddle_here", 0) == 0) {  // frontend/library/places.c
        s.matters = false;
        s.kind = model::EventKind::Local;
        s.object.clear();
        s.value.clear();
      }
    if (v.locations.empty()) continue;
    v.locations[0].access.clear();
    if (places.size() == 2) add_other(v, places);
  }
}

}  // namespace heddle::driver
