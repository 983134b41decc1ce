// SPDX-License-Identifier: GPL-3.0-or-later
// What a static object contains, where nobody else can write it (Schwarz, Saan, Seidl, Apinis, Erhard and Vojdani,
// "Improving thread-modular abstract interpretation", SAS 2021: protection-based reading).
//
// The guards of an object are the locks that every thread holds for itself when it writes the object; before the first
// thread is started main needs none. Who holds a guard knows the content exactly. When a guard gets free, or the first
// thread is started, the content is what the next one may find (`free_`). While no write has been seen but those of
// main alone, everybody finds that.
#include <algorithm>

#include "engines/invariants/walk.h"

namespace heddle::invariants {

using model::ObjectId;

namespace {

constexpr uint64_t kLargest = 512;  // bytes
constexpr size_t kMost = 200;       // objects

}  // namespace

void Walk::look_at_guards() {
  may_be_guarded_.assign(p_.objects.size(), false);
  guards_.resize(p_.objects.size());
  guards_since_.resize(p_.objects.size());
  size_t n = 0;
  for (ObjectId o = 0; o < p_.objects.size() && n < kMost; ++o) {
    const model::Object& object = p_.objects[o];
    if (object.constant || object.thread_local_ || object.external || only_main_[o] || object.size > kLargest) continue;
    may_be_guarded_[o] = true;
    ++n;
  }
}

// For main: no other thread runs.
bool Walk::everyone_is_over(const State& s) const {
  if (s.thread != 0) return false;
  for (ThreadId t = 1; t < threads_.size(); ++t) {
    ThreadId first = t;
    while (threads_[first].parent != 0) first = threads_[first].parent;
    if (s.at.started.count(first) && !s.at.over.count(t)) return false;
  }
  return true;
}

bool Walk::protects(const Lock& l, ObjectId o) const { return guards_[o] && guards_[o]->count(l); }

// Somebody writes it, with these locks.
void Walk::written(const State& s, ObjectId o) {
  if (everyone_is_over(s)) return;
  std::set<Lock> with;
  for (const Held& h : s.at.held)
    if (!h.reads && !h.lock.named && !h.lock.thing.fresh) with.insert(h.lock);
  std::optional<std::set<Lock>>& guards = guards_[o];
  if (!guards) {
    for (const Lock& l : with) guarded_by_[l].insert(o);
    guards = std::move(with);
    guards_since_[o] = round_;
    changed_ = true;
    return;
  }
  const size_t gone = std::erase_if(*guards, [&](const Lock& l) {
    if (with.count(l)) return false;
    guarded_by_[l].erase(o);
    return true;
  });
  if (gone) changed_ = true;
}

// What is in the object now, or has been since the first thread was started.
const Content* Walk::guarded(const State& s, const Thing& t) const {
  if (t.kind != Thing::Static || t.fresh || !may_be_guarded_[t.id]) return nullptr;
  if (auto it = s.guarded.find(t.id); it != s.guarded.end()) return &it->second;
  const std::optional<std::set<Lock>>& guards = guards_[t.id];
  if (guards) return guards->empty() || !everyone_is_over(s) ? nullptr : found(*guards->begin(), t.id);
  auto it = free_.find(t.id);
  return it == free_.end() || !it->second.always ? nullptr : &*it->second.always;
}

const Content* Walk::found(const Lock& l, ObjectId o) const {
  auto it = free_.find(o);
  if (it == free_.end()) return nullptr;
  auto when = it->second.when.find(l);
  if (when != it->second.when.end()) return &when->second;
  return it->second.always ? &*it->second.always : nullptr;
}

// In the round that finds the guards nobody has acquired the object yet; the next round does.
void Walk::write_unguarded(ObjectId o, const std::function<bool(Content&)>& write) {
  if (guards_[o] && guards_since_[o] == round_) return;
  Free& free = free_[o];
  if (!free.always) free.always.emplace(Content::Begins::Initialised), changed_ = true;
  changed_ |= write(*free.always);
  for (auto& [l, content] : free.when) changed_ |= write(content);
}

void Walk::hand_over(ObjectId o, const Content& content) {
  Free& free = free_[o];
  if (!free.always) free.always = content, changed_ = true;
  changed_ |= free.always->join(content);
  for (auto& [l, when] : free.when) changed_ |= when.join(content);
}

void Walk::acquire(State& s, const Lock& l) {
  auto it = guarded_by_.find(l);
  if (it == guarded_by_.end()) return;
  for (ObjectId o : it->second)
    if (const Content* c = found(l, o)) s.guarded.try_emplace(o, *c);
}

void Walk::release(State& s, const Lock& l) {
  for (const auto& [o, content] : s.guarded) {
    if (!protects(l, o)) continue;
    Free& free = free_[o];
    auto [it, is_new] = free.when.try_emplace(l, free.always ? *free.always : content);
    changed_ |= it->second.join(content) || is_new;
  }
}

void Walk::release_all(State& s) {
  for (const auto& [o, content] : s.guarded) hand_over(o, content);
}

void Walk::settle(State& s) {
  if (alone(s)) return;
  std::erase_if(s.guarded, [&](const auto& g) {
    if (std::any_of(s.at.held.begin(), s.at.held.end(), [&](const Held& h) { return protects(h.lock, g.first); }))
      return false;
    hand_over(g.first, g.second);
    return true;
  });
}

void Walk::wait_without(State& s, const std::optional<Lock>& mutex) {
  if (alone(s)) return;
  if (!mutex) {
    release_all(s);
    for (auto& [o, content] : s.guarded)
      if (const Free& free = free_.at(o); free.always) {
        content = *free.always;
        for (const auto& [l, when] : free.when) content.join(when);
      }
    return;
  }
  release(s, *mutex);
  for (auto& [o, content] : s.guarded) {
    const bool stays = !protects(*mutex, o) ||
                       std::any_of(s.at.held.begin(), s.at.held.end(),
                                   [&, o = o](const Held& h) { return h.lock != *mutex && protects(h.lock, o); });
    if (!stays) content = *found(*mutex, o);
  }
}

Value Walk::ever(ObjectId o, int64_t offset, unsigned bytes) const {
  const Thing t = static_thing(o);
  const Numbers at = Numbers::constant(offset);
  Value v = first_value(t, at, bytes);
  if (auto it = shared_.find(t); it != shared_.end()) join_into(v, it->second.read(at, bytes, {}), bytes * 8);
  return v;
}

Value Walk::while_free(const Lock& l, ObjectId o, int64_t offset, unsigned bytes) const {
  const Content* content = found(l, o);
  return content ? read_static(*content, o, offset, bytes) : Value::anything();
}

Value Walk::since_start(ObjectId o, int64_t offset, unsigned bytes) const {
  auto it = free_.find(o);
  if (guards_[o] || it == free_.end() || !it->second.always) return Value::anything();
  return read_static(*it->second.always, o, offset, bytes);
}

Value Walk::read_static(const Content& content, ObjectId o, int64_t offset, unsigned bytes) const {
  const Numbers at = Numbers::constant(offset);
  const bool initialised = content.begins() == Content::Begins::Initialised;
  return content.read(at, bytes, initialised ? first_value(static_thing(o), at, bytes) : Value::anything());
}

bool Walk::runs(model::ProcId f) const {
  return std::any_of(contexts_.begin(), contexts_.end(), [&](const auto& c) { return c.first.proc == f; });
}

bool Walk::main_runs(model::ProcId f) const {
  return std::any_of(contexts_.begin(), contexts_.end(),
                     [&](const auto& c) { return c.first.proc == f && c.first.thread == 0; });
}

// Where one of two states knows nothing, nothing is known.
bool Walk::join_guarded(State& into, const State& from) {
  bool grew = std::erase_if(into.guarded, [&](const auto& g) {
                if (from.guarded.count(g.first)) return false;
                hand_over(g.first, g.second);
                return true;
              }) > 0;
  for (const auto& [o, content] : from.guarded) {
    auto it = into.guarded.find(o);
    if (it == into.guarded.end())
      hand_over(o, content);
    else
      grew |= it->second.join(content);
  }
  return grew;
}

}  // namespace heddle::invariants
