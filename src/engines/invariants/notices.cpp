// SPDX-License-Identifier: GPL-3.0-or-later
// What is noted on the way for proofs that nobody sleeps for ever (sleeps.h): what a thread found in static words while
// it holds locks; which condition variables it notifies after a write, before it rests; and flags.
//
// A flag is a word that somebody looks at before sleeping and to which only one value is written while threads run.
// Whoever has written it, or has found that value there, knows it for good. States are told apart by the flags that are
// known to be set, so a function that returns "closed" stays connected with what it has seen.
#include <algorithm>

#include "engines/invariants/walk.h"

namespace heddle::invariants {

using model::Builtin;
using model::Instr;
using model::LocalId;

namespace {

// The locks by which others are kept out of a static object.
std::vector<Lock> excluding(const State& s) {
  std::vector<Lock> locks;
  for (const Held& h : s.at.held)
    if (!h.reads && !h.lock.named && h.lock.thing.kind == Thing::Static && !h.lock.thing.fresh) locks.push_back(h.lock);
  return locks;
}

bool overlaps(const Word& w, const Numbers& offset, uint64_t bytes) {
  return may_overlap(offset, bytes, Numbers::constant(w.offset), w.bytes);
}

}  // namespace

// Without waits other than those for locks and ends nothing of this is needed.
void Walk::look_at_waits() {
  for (const model::Procedure& f : p_.procedures)
    for (const Instr& i : f.code)
      may_sleep_ |= i.kind == model::InstrKind::Builtin &&
                    (model::waits_on_condition(i.builtin) || i.builtin == Builtin::BarrierWait ||
                     i.builtin == Builtin::SemWait || i.builtin == Builtin::SemCancelWait);
}

void Walk::saw(State& s, LocalId l, const Things& at, unsigned bytes) const {
  if (!may_sleep_ || alone(s) || at.size() != 1) return;
  const auto& [t, offset] = at[0];
  if (t.kind != Thing::Static || t.fresh || p_.objects[t.id].constant || !offset.single()) return;
  const Word word{t.id, offset.lo, bytes};
  std::erase_if(s.copies, [&](const auto& c) { return c.second.object == t.id && overlaps(c.second, offset, bytes); });
  const Value& v = s.locals[l];
  if (!v.only_number()) return;
  if (std::vector<Lock> under = excluding(s); !under.empty()) s.seen.try_emplace(word, Seen{*v.number, under});
  s.copies[l] = word;
  learn(s, l);
}

// More has become known of the variable, and so of the word that it was found in.
void Walk::learn(State& s, LocalId l) const {
  auto copy = s.copies.find(l);
  if (copy == s.copies.end() || !s.locals[l].only_number()) return;
  const Numbers& n = *s.locals[l].number;
  if (auto seen = s.seen.find(copy->second); seen != s.seen.end())
    if (std::optional<Numbers> both = meet(seen->second.value, n.lo, n.hi)) seen->second.value = *both;
  if (auto flag = flags_.find(copy->second); flag != flags_.end() && n.single() && n.lo == flag->second)
    s.at.set.insert(copy->second);
}

void Walk::wrote(State& s, const Thing& t, const Numbers& offset, uint64_t bytes, const Value& v, bool surely) {
  s.rounds.forget(t);
  if (!may_sleep_ || t.kind != Thing::Static || t.fresh) return;
  const WriteId id{s.thread, now_, t.id, offset, bytes};
  if (alone(s)) {
    join_into(before_[id], v.nothing() ? Value::anything() : v, 64);
    return;
  }
  const std::vector<Lock> under = excluding(s);
  for (const auto& [flag, value] : flags_)
    if (flag.object == t.id && overlaps(flag, offset, bytes)) s.perhaps.insert(flag);
  Write& w = writes_[id];
  join_into(w.value, v.nothing() ? Value::anything() : v, 64);
  if (!w.locks) w.locks.emplace(under.begin(), under.end());
  std::erase_if(*w.locks, [&](const Lock& l) { return std::find(under.begin(), under.end(), l) == under.end(); });
  if (now_)
    s.notices[id].clear();
  else
    w.notices.emplace();
  std::erase_if(s.seen,
                [&](const auto& seen) { return seen.first.object == t.id && overlaps(seen.first, offset, bytes); });
  std::erase_if(s.copies, [&](const auto& c) { return c.second.object == t.id && overlaps(c.second, offset, bytes); });
  if (!surely || !offset.single() || !v.only_number() || bytes > 8) return;
  const Word word{t.id, offset.lo, static_cast<unsigned>(bytes)};
  if (!under.empty()) s.seen[word] = {*v.number, under};
  if (auto flag = flags_.find(word); flag != flags_.end() && v.constant() == flag->second) s.at.set.insert(word);
}

void Walk::forget_seen(State& s, const std::optional<Lock>& released) const {
  std::erase_if(s.seen, [&](const auto& seen) {
    const std::vector<Lock>& under = seen.second.under;
    return !released || std::find(under.begin(), under.end(), *released) != under.end();
  });
}

std::optional<Notice> Walk::condition_at(const Value& address) {
  if (address.any || address.number || !address.handles.empty() || address.addresses.size() != 1) return std::nullopt;
  const auto& [t, offset] = address.addresses[0];
  if (t.kind != Thing::Static || !offset.single()) return std::nullopt;
  return Notice{t.id, offset.lo, false};
}

void Walk::notify(const Body& b, State& s, const Instr& i) {
  if (i.builtin != Builtin::CondSignal && i.builtin != Builtin::CondBroadcast) return;
  std::optional<Notice> condition = condition_at(evaluate(b, s, i.args[0]));
  if (!condition) return;
  condition->all = i.builtin == Builtin::CondBroadcast;
  for (auto& [write, notices] : s.notices) notices.insert(*condition);
}

void Walk::rest(State& s, Rest r) {
  if (!may_sleep_) return;
  for (const auto& [id, given] : s.notices) {
    std::optional<std::set<Notice>>& each_time = writes_[id].notices;
    if (!each_time) each_time = given;
    std::erase_if(*each_time, [&, &given = given](const Notice& n) { return !given.count(n); });
  }
  s.notices.clear();
  r.at = s.at;
  r.perhaps = s.perhaps;
  rests_.insert(std::move(r));
}

void Walk::rest(const Body& b, State& s, const Instr& i, Rest r) {
  r.pos = position(b, i);
  rest(s, std::move(r));
}

bool Walk::join_seen(State& into, const State& from, bool widening) const {
  bool grew = std::erase_if(into.seen, [&](const auto& mine) {
                auto other = from.seen.find(mine.first);
                if (other == from.seen.end() || other->second.under != mine.second.under) return true;
                return widening && join(mine.second.value, other->second.value) != mine.second.value;
              }) > 0;
  for (auto& [word, mine] : into.seen) {
    const Numbers both = join(mine.value, from.seen.at(word).value);
    grew |= both != mine.value;
    mine.value = both;
  }
  grew |= std::erase_if(into.copies, [&](const auto& c) {
            auto other = from.copies.find(c.first);
            return other == from.copies.end() || other->second != c.second;
          }) > 0;
  return grew;
}

bool Walk::join_notices(State& into, const State& from) const {
  const size_t before = into.perhaps.size();
  into.perhaps.insert(from.perhaps.begin(), from.perhaps.end());
  bool grew = into.perhaps.size() != before;
  for (const auto& [id, notices] : from.notices) {
    auto [it, is_new] = into.notices.try_emplace(id, notices);
    grew |=
        is_new || std::erase_if(it->second, [&, &notices = notices](const Notice& n) { return !notices.count(n); }) > 0;
  }
  return grew;
}

Value Walk::at_start(const Word& w) const {
  Value v = first_value(static_thing(w.object), Numbers::constant(w.offset), w.bytes);
  for (const auto& [id, value] : before_) {
    if (id.object != w.object || !overlaps(w, id.offset, id.bytes)) continue;
    const bool whole = id.offset == Numbers::constant(w.offset) && id.bytes == w.bytes;
    join_into(v, whole ? value : Value::anything(), 64);
  }
  return v;
}

// With other flags other states are told apart: what procedures were found to do before is not needed any more.
void Walk::look_for_flags() {
  std::map<Word, std::optional<Value>> written;  // words that sleepers have looked at
  for (const Rest& r : rests_)
    for (const auto& [word, value] : r.seen) written.try_emplace(word);
  for (const auto& [word, value] : flags_) written.try_emplace(word);
  for (auto& [word, value] : written)
    for (const auto& [id, write] : writes_) {
      if (id.object != word.object || !write.locks || !overlaps(word, id.offset, id.bytes)) continue;
      const bool whole = id.offset == Numbers::constant(word.offset) && id.bytes == word.bytes;
      if (!value) value.emplace();
      join_into(*value, whole ? write.value : Value::anything(), 64);
    }
  for (const auto& [word, value] : written) {
    const std::optional<int64_t> only = value ? value->constant() : std::nullopt;
    auto flag = flags_.find(word);
    if (flag != flags_.end()) {
      if (only == flag->second) continue;
      flags_.erase(flag);
      no_flags_.insert(word);
    } else if (!only || no_flags_.count(word)) {
      continue;
    } else {
      flags_[word] = *only;
    }
    changed_ = true;
    contexts_.clear();
    context_count_.clear();
  }
}

}  // namespace heddle::invariants
