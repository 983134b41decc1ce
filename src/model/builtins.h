// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about each builtin, read from builtins.def, and how the C library lays out what synchronises. Whoever
// asks a question about all builtins asks here: a new one answers in its line of the table. A switch over builtins has
// no `default`, so that a new one does not compile until every room has an answer (-Werror=switch).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace heddle::model {

enum class EventKind : uint8_t {
#define HEDDLE_EVENT(name, json, verb) name,
#include "model/events.def"
};
const char* json_name(EventKind k);
const char* verb(EventKind k);
std::optional<EventKind> event_kind(const std::string& json_name);

enum class Builtin : uint8_t {
#define HEDDLE_BUILTIN(name, args, event, object, traits) name,
#include "model/builtins.def"
};

enum class Synchronises : uint8_t { None, Mutex, RwLock, SpinLock, Condition, Barrier, Semaphore };

struct BuiltinInfo {
  enum Trait : uint16_t {
    kWaits = 1,
    kTries = 2,
    kTimed = 4,
    kCancellable = 8,
    kSilent = 16,
    kEnds = 32,
    kNoAct = 64,
    kGivesName = 128
  };
  const char* name;
  int arguments;  // -1: any number
  EventKind event;
  Synchronises object;
  uint16_t traits;

  static constexpr const BuiltinInfo& of(Builtin b);
};

namespace detail {
struct Table : BuiltinInfo {
  static constexpr BuiltinInfo rows[] = {
#define HEDDLE_BUILTIN(name, args, event, object, traits) {#name, args, EventKind::event, Synchronises::object, traits},
#include "model/builtins.def"
  };
};
}  // namespace detail

constexpr const BuiltinInfo& BuiltinInfo::of(Builtin b) { return detail::Table::rows[static_cast<size_t>(b)]; }

constexpr const char* name(Builtin b) { return BuiltinInfo::of(b).name; }
constexpr EventKind event_kind(Builtin b) { return BuiltinInfo::of(b).event; }
constexpr Synchronises synchronises(Builtin b) { return BuiltinInfo::of(b).object; }
constexpr bool has_trait(Builtin b, uint16_t any_of) { return (BuiltinInfo::of(b).traits & any_of) != 0; }

constexpr bool may_block(Builtin b) { return has_trait(b, BuiltinInfo::kWaits); }
// The operation may fail instead of waiting.
constexpr bool may_give_up(Builtin b) { return has_trait(b, BuiltinInfo::kTries | BuiltinInfo::kTimed); }
constexpr bool is_silent(Builtin b) { return has_trait(b, BuiltinInfo::kSilent); }
constexpr bool never_continues(Builtin b) { return has_trait(b, BuiltinInfo::kEnds); }
constexpr bool is_act(Builtin b) { return b != Builtin::None && !has_trait(b, BuiltinInfo::kNoAct); }
constexpr bool gives_number(Builtin b) { return !has_trait(b, BuiltinInfo::kGivesName); }
// A wait that a request to cancel the thread ends, too.
constexpr bool waits_cancellably(Builtin b) { return has_trait(b, BuiltinInfo::kCancellable); }
// A wait on a condition variable, in any of its forms.
constexpr bool waits_on_condition(Builtin b) { return event_kind(b) == EventKind::Wait; }
// What an argument points to, if that synchronises: a wait is told its mutex, too.
constexpr Synchronises synchronises(Builtin b, size_t argument) {
  if (argument == 0) return synchronises(b);
  return argument == 1 && waits_on_condition(b) ? Synchronises::Mutex : Synchronises::None;
}
constexpr bool initialises(Builtin b) { return event_kind(b) == EventKind::Init; }
constexpr bool destroys(Builtin b) { return event_kind(b) == EventKind::Destroy; }
// Initialising and destroying order nothing: an access at the same time is a race.
constexpr bool is_plain_write(Builtin b) { return initialises(b) || destroys(b); }
// Everything else that is done with what synchronises, except a look at a semaphore's value, which orders nothing.
constexpr bool only_synchronises(Builtin b) {
  return synchronises(b) != Synchronises::None && !is_plain_write(b) && event_kind(b) != EventKind::Read;
}

// What the functions return, as Linux numbers it. Semaphores return -1 instead.
enum ErrorCode : int {
  kNotPermitted = 1,     // EPERM
  kBusy = 16,            // EBUSY
  kInvalid = 22,         // EINVAL
  kWouldDeadlock = 35,   // EDEADLK
  kTimedOut = 110,       // ETIMEDOUT
  kWasCancelled = 125,   // ECANCELED
  kSemaphoreFails = -1,  // and errno says why
  kSerialThread = -1     // PTHREAD_BARRIER_SERIAL_THREAD
};

// What a call that may give up returns where it would have to wait; 0: it waits.
constexpr int failure_code(Builtin b) {
  if (!may_give_up(b)) return 0;
  if (synchronises(b) == Synchronises::Semaphore) return kSemaphoreFails;
  return has_trait(b, BuiltinInfo::kTries) ? kBusy : kTimedOut;
}

enum MutexKind : uint32_t { kNormalMutex = 0, kRecursiveMutex = 1, kErrorCheckMutex = 2 };  // as glibc numbers them

inline constexpr uint32_t kMostPosts = 0x7fffffff;  // SEM_VALUE_MAX

// Where glibc keeps the kind of a mutex, so that static initialisers need nothing special.
constexpr uint32_t mutex_kind_offset(unsigned pointer_width) { return pointer_width == 64 ? 16 : 12; }
// Bytes of a pthread_rwlock_t.
constexpr uint32_t rwlock_size(unsigned pointer_width) { return pointer_width == 64 ? 56 : 32; }

}  // namespace heddle::model
