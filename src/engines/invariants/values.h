// SPDX-License-Identifier: GPL-3.0-or-later
// What a variable or a word of memory may be: numbers, addresses, handles of threads. A value that is not known in this
// way is `any`: then the points-to sets of analysis/points_to.h say what it may point to.
//
// Abstract objects. A static object is itself. What is made at run time is named by the place that makes it, the
// abstract thread that does, and which of its times it is; the times after kInstances are one name. An object is
// `fresh` while only the thread that made it knows its address.
//
// No value at all stands for what was never initialised: to use it is undefined, so it adds nothing to a join. Where
// proofs are to hold for any value of such memory, it is `any` (walk.h).
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engines/invariants/numbers.h"
#include "model/program.h"

namespace heddle::invariants {

using ThreadId = uint32_t;  // of an abstract thread: threads.h

struct Thing {
  enum Kind : uint8_t { Static, ThreadLocal, Made, Procedure } kind = Static;
  uint32_t id = 0;     // ObjectId, SiteId, ProcId
  ThreadId maker = 0;  // ThreadLocal: the owner
  uint8_t nth = 0;     // Made; kEveryInstance: any of them, by any thread
  bool fresh = false;  // Made
  bool own = false;    // Made: as the running thread got it, and no other thread did
  auto operator<=>(const Thing&) const = default;
};
inline constexpr uint8_t kInstances = 6, kLaterInstances = 7, kEveryInstance = 8;

inline Thing shared(Thing t) {
  t.fresh = false;
  return t;
}
// As other threads know it.
inline Thing plain(Thing t) {
  t.own = false;
  return t;
}
// All that the place makes, or all threads' instances.
inline Thing every_instance(const Thing& t) {
  if (t.kind == Thing::Made || t.kind == Thing::ThreadLocal) return {t.kind, t.id, 0, kEveryInstance, false, false};
  return t;
}

// May two names be those of one object?
bool may_be_same(const Thing& a, const Thing& b);

struct Value {
  bool any = false;
  std::optional<Numbers> number;
  std::vector<std::pair<Thing, Numbers>> addresses;  // sorted; with the offsets
  std::vector<ThreadId> handles;                     // sorted

  static Value anything() {
    Value v;
    v.any = true;
    return v;
  }
  static Value of(const Numbers& n) {
    Value v;
    v.number = n;
    return v;
  }
  static Value address(const Thing& t, const Numbers& offset = {}) {
    Value v;
    v.addresses.push_back({t, offset});
    return v;
  }
  static Value handle(ThreadId t) {
    Value v;
    v.handles.push_back(t);
    return v;
  }
  bool nothing() const { return !any && !number && addresses.empty() && handles.empty(); }
  bool only_number() const { return !any && number && addresses.empty() && handles.empty(); }
  // Its numbers, when it is taken for one.
  Numbers as_number(unsigned width) const { return only_number() ? *number : Numbers::all(width); }
  std::optional<int64_t> constant() const {
    return only_number() && number->single() ? std::optional(number->lo) : std::nullopt;
  }
  auto operator<=>(const Value&) const = default;
};

// Null, or what is found when a member of an object at null is asked for: no object is there.
inline bool is_like_null(const Numbers& n) { return -4096 < n.lo && n.hi < 4096; }

// True if `into` grew. `widening`: what grows, grows to the end at once.
bool join_into(Value& into, const Value& from, unsigned width, bool widening = false);

// The object is not fresh any more.
void publish(Value& v, const Thing& fresh);
// The value gets where other threads can read it: nothing in it is the running thread's own any more.
void disown(Value& v);

}  // namespace heddle::invariants
