// SPDX-License-Identifier: GPL-3.0-or-later
// The names of event kinds and builtins, straight from their tables.
#include <iterator>

#include "model/program.h"

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

struct BuiltinInfo {
  const char* name;
  EventKind event;
  bool blocks;
};
constexpr BuiltinInfo kBuiltins[] = {
#define HEDDLE_BUILTIN(name, args, event, blocks) {#name, EventKind::event, blocks},
#include "model/builtins.def"
};
}  // namespace

const char* json_name(EventKind k) { return kEvents[static_cast<size_t>(k)].json; }
const char* verb(EventKind k) { return kEvents[static_cast<size_t>(k)].verb; }

std::optional<EventKind> event_kind(const std::string& json_name) {
  for (size_t i = 0; i < std::size(kEvents); ++i)
    if (json_name == kEvents[i].json) return static_cast<EventKind>(i);
  return std::nullopt;
}

const char* name(Builtin b) { return kBuiltins[static_cast<size_t>(b)].name; }
EventKind event_kind(Builtin b) { return kBuiltins[static_cast<size_t>(b)].event; }
bool may_block(Builtin b) { return kBuiltins[static_cast<size_t>(b)].blocks; }

}  // namespace heddle::model
