// SPDX-License-Identifier: GPL-3.0-or-later
// The names of event kinds, straight from their table.
#include <iterator>

#include "model/builtins.h"

namespace heddle::model {

namespace {
struct EventInfo {
  const char* json;
  const char* verb;
};
constexpr EventInfo kEvents[] = {
#define HEDDLE_EVENT(name, json, verb) {json, verb},
#include "model/events.def"
};
}  // namespace

const char* json_name(EventKind k) { return kEvents[static_cast<size_t>(k)].json; }
const char* verb(EventKind k) { return kEvents[static_cast<size_t>(k)].verb; }

std::optional<EventKind> event_kind(const std::string& json_name) {
  for (size_t i = 0; i < std::size(kEvents); ++i)
    if (json_name == kEvents[i].json) return static_cast<EventKind>(i);
  return std::nullopt;
}

}  // namespace heddle::model
