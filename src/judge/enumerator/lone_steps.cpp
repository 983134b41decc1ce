// SPDX-License-Identifier: GPL-3.0-or-later
// The idea and why it is right are in the header. Nothing here decides what a step does: that is the Machine's, which
// also says what the step has looked at and written.
#include "judge/enumerator/lone_steps.h"

#include <algorithm>

namespace heddle::oracle {

using model::Builtin;
using model::InstrKind;

namespace {

const model::Instr& instr(const Image& image, const Thread& t) {
  const Frame& f = t.frames.back();
  return image.program.procedures[f.proc].code[f.pc];
}

// Frames below the innermost one go on behind their call, and so does whoever sleeps.
std::vector<Place> places(const Thread& t) {
  std::vector<Place> all;
  for (const Frame& f : t.frames) all.emplace_back(f.proc, f.pc + 1);
  if (t.wait.kind == Wait::None) --all.back().second;
  return all;
}

bool same_threads(const State& a, const State& b) {
  for (size_t i = 0; i < a.threads.size(); ++i)
    if (a.threads[i].status != b.threads[i].status || a.threads[i].handle != b.threads[i].handle ||
        a.threads[i].detached != b.threads[i].detached)
      return false;
  return true;
}

bool same_sleepers(const State& a, const State& b, unsigned slot) {
  for (size_t i = 0; i < a.threads.size(); ++i)
    if (i != slot && a.threads[i].wait.kind != b.threads[i].wait.kind) return false;
  return true;
}

}  // namespace

LoneSteps::LoneSteps(const Image& image) : image_(image), code_(image.program) {}

// By its kind; waits and whatever wakes several threads at once are left to the plain search.
bool LoneSteps::may_be_alone(const State& s, unsigned slot) const {
  const Thread& t = s.threads[slot];
  if (t.status != Thread::Active || t.wait.kind != Wait::None || t.frames.empty()) return false;
  const model::Instr& i = instr(image_, t);
  if (i.kind != InstrKind::Builtin) return true;
  switch (model::synchronises(i.builtin)) {
    case model::Synchronises::Mutex:
    case model::Synchronises::RwLock:
    case model::Synchronises::SpinLock:
    case model::Synchronises::Semaphore: return true;
    case model::Synchronises::Condition: return model::event_kind(i.builtin) != model::EventKind::Wait;
    case model::Synchronises::Barrier: return i.builtin == Builtin::BarrierInit;
    case model::Synchronises::None: return i.builtin != Builtin::ThreadExit;
  }
  return false;
}

std::vector<LoneSteps::Other> LoneSteps::others(const State& s) const {
  std::vector<Other> all;
  for (unsigned slot = 0; slot < s.threads.size(); ++slot) {
    if (s.threads[slot].status != Thread::Active) continue;
    Other o;
    o.slot = slot;
    const Thread& t = s.threads[slot];
    State ahead = s;
    Choices none;
    Machine m(image_, ahead, none);
    if (auto needs = m.lock_it_needs(slot)) o.lock = {{needs->first.object, needs->first.offset}, needs->second};
    if (t.wait.kind == Wait::Cond || t.wait.kind == Wait::CondTimed) o.asleep_on = t.wait.on.object;
    while (std::optional<unsigned> joined = m.pass_join(slot)) {
      if (!o.joins) o.joins = joined;
      if (!o.not_before.insert(*joined).second) break;
    }
    const Thread& then = ahead.threads[slot];
    if (then.status == Thread::Active && !then.frames.empty()) o.calls = places(then);
    if (!o.not_before.empty()) o.from = std::move(ahead);
    all.push_back(std::move(o));
  }
  return all;
}

// All of them, if the thread can take a step whatever it chooses, and the execution goes on behind it.
std::optional<LoneSteps::Outcomes> LoneSteps::outcomes(const State& s, unsigned slot) const {
  const model::Instr& i = instr(image_, s.threads[slot]);
  Outcomes all;
  all.handles_threads =
      i.kind == InstrKind::Builtin && (i.builtin == Builtin::ThreadCreate || i.builtin == Builtin::ThreadJoin);
  Choices choices;
  do {
    State next = s;
    choices.rewind();
    Machine m(image_, next, choices);
    if (m.step(slot, Machine::Normal) != Machine::Stepped) return std::nullopt;
    if (!same_sleepers(s, next, slot)) return std::nullopt;
    all.ends_threads |= !all.handles_threads && !same_threads(s, next);
    for (ObjId id : m.looked)
      if (id >= image_.statics.size() || !image_.program.objects[id].constant) all.looked.insert(id);
    all.written.insert(m.written.begin(), m.written.end());
    all.notes.insert(all.notes.end(), m.notes.begin(), m.notes.end());
    all.states.push_back(std::move(next));
  } while (choices.next());
  return all;
}

bool LoneSteps::owns(const State& s, Lock lock, unsigned slot) const {
  auto it = s.objects.find(lock.first);
  if (it == s.objects.end() || lock.second + 2 > it->second->bytes.size()) return false;
  const Cell *low = &it->second->bytes[lock.second], *high = low + 1;
  if (low->tag != Tag::Int || high->tag != Tag::Int || low->undef || high->undef) return false;
  return low->byte + 256u * high->byte == slot + 1;
}

// Everything that the others can get at by following pointers. Static objects that they only access by name are not
// among it, but what these point to is.
std::set<ObjId> LoneSteps::reach(const State& s, const std::vector<const Other*>& active, const Ahead& ahead) const {
  std::set<ObjId> met, scanned;
  std::vector<ObjId> todo;
  auto meet = [&](ObjId id) {
    if (met.insert(id).second && scanned.insert(id).second) todo.push_back(id);
  };
  auto value = [&](const Value& v) {
    if (v.tag == Tag::Obj) meet(v.id);
  };
  for (const std::set<ObjId>* named : {&ahead.reads, &ahead.writes})
    for (ObjId id : *named)
      if (scanned.insert(id).second) todo.push_back(id);
  for (ObjId id : ahead.named) meet(id);
  for (const Thread& t : s.threads) value(t.result);
  for (const Other* o : active) {
    for (const State* state : {&s, o->from ? &*o->from : nullptr}) {
      if (!state) continue;
      Reach own(*state);
      own.thread(state->threads[o->slot]);
      for (ObjId id : own.close()) meet(id);
    }
  }
  while (!todo.empty()) {
    ObjId id = todo.back();
    todo.pop_back();
    auto it = s.objects.find(id);
    const bool constant = it == s.objects.end() && id < image_.statics.size();
    if (it == s.objects.end() && !constant) continue;
    for (const Cell& c : (constant ? *image_.statics[id] : *it->second).bytes)
      if (c.tag == Tag::Obj) meet(c.id);
  }
  return met;
}

// Has nothing of what the other threads could do before `slot` moves again to do with the step?
bool LoneSteps::apart(const State& s, const std::vector<Other>& all, unsigned slot, const Outcomes& mine) const {
  std::set<Lock> kept;
  for (const Lock& l : code_.locks())
    if (owns(s, l, slot)) kept.insert(l);
  bool waiters_wait = true;  // threads that now wait for a lock of this one do nothing
  for (;;) {
    std::vector<const Other*> active;
    std::set<Lock> relied_on;
    std::set<ObjId> conditions;
    std::vector<std::vector<Place>> calls;
    bool detached = false;
    for (const Other& o : all) {
      if (o.slot == slot) continue;
      if (o.joins && *o.joins != slot && mine.handles_threads) return false;
      if (o.not_before.count(slot)) continue;
      detached |= s.threads[o.slot].detached;
      if (waiters_wait && o.lock && o.lock->second == slot) {
        relied_on.insert(o.lock->first);
        if (o.asleep_on) conditions.insert(*o.asleep_on);
        continue;
      }
      active.push_back(&o);
      if (!o.calls.empty()) calls.push_back(o.calls);
    }
    const Ahead& ahead = code_.of(calls, kept);
    relied_on.insert(ahead.stopped_at.begin(), ahead.stopped_at.end());
    const std::set<ObjId> reached = reach(s, active, ahead);
    auto writes = [&](ObjId id) { return ahead.writes.count(id) || reached.count(id) || conditions.count(id); };
    std::erase_if(relied_on, [&](const Lock& l) { return !writes(l.first); });
    if (!relied_on.empty()) {  // somebody could give one of these locks away: once more without them
      const size_t before = kept.size();
      for (const Lock& l : relied_on) kept.erase(l);
      waiters_wait &= kept.size() < before;
      continue;
    }
    if (mine.handles_threads && (ahead.threads || detached)) return false;
    if (mine.ends_threads && ahead.threads) return false;
    return std::none_of(mine.looked.begin(), mine.looked.end(), writes) &&
           std::none_of(mine.written.begin(), mine.written.end(),
                        [&](ObjId id) { return writes(id) || ahead.reads.count(id); });
  }
}

std::optional<std::vector<State>> LoneSteps::take(const State& s, std::vector<Note>& notes) const {
  if (!code_.understood()) return std::nullopt;
  std::vector<Other> all = others(s);
  for (const Other& o : all) {
    if (!may_be_alone(s, o.slot)) continue;
    std::optional<Outcomes> mine = outcomes(s, o.slot);
    if (!mine || !apart(s, all, o.slot, *mine)) continue;
    notes.insert(notes.end(), mine->notes.begin(), mine->notes.end());
    return std::move(mine->states);
  }
  return std::nullopt;
}

}  // namespace heddle::oracle
