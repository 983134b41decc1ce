// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/lock_discipline.h"

#include <algorithm>

#include "engines/explore/ended_variables.h"
#include "model/sizes.h"

namespace heddle::explore {

using model::Builtin;
using semantics::Access;
using semantics::Machine;
using semantics::ObjRef;
using semantics::State;
using semantics::ThreadInfo;
using semantics::ThreadStatus;

namespace {
constexpr uint32_t kWord = 8, kMostWords = 8;
constexpr unsigned kPatience = 2;  // how often one object may break claims before it is given up
uint64_t key(uint32_t object, uint32_t part) { return uint64_t{object} << 32 | part; }
bool is_large(const Access& a) { return a.size > kWord * (kMostWords - 1); }
constexpr uint32_t kOwnerBytes = 8;  // of a lock that has so many: who holds it, and that it is one
// The bytes of the word that lie in the range.
uint8_t bytes_in(uint32_t word, uint32_t offset, uint32_t size) {
  uint8_t mask = 0;
  for (uint32_t k = 0; k < kWord; ++k)
    if (word * kWord + k >= offset && word * kWord + k - offset < size) mask |= static_cast<uint8_t>(1u << k);
  return mask;
}
}  // namespace

LockDiscipline::LockDiscipline(const Machine& machine, const analysis::Footprints& footprints)
    : machine_(machine), footprints_(footprints), variables_(variables_by_procedure(machine.program())) {}

bool LockDiscipline::alone(const State& s) const {
  unsigned there = 0;
  for (unsigned t = 0; t < machine_.threads(s); ++t)
    there += machine_.info(machine_.thread_part(s, t)).status != ThreadStatus::Free;
  return there < 2;
}

bool LockDiscipline::leaves_locks(const ThreadInfo& step) {
  if (step.status != ThreadStatus::Ready) return true;
  if (step.local || step.section || step.instr->kind == model::InstrKind::ScopeEnd) return false;
  if (step.instr->kind != model::InstrKind::Builtin) return true;
  const model::EventKind kind = model::event_kind(step.instr->builtin);
  return model::synchronises(step.instr->builtin) != model::Synchronises::None && kind != model::EventKind::Init &&
         kind != model::EventKind::Destroy;
}

void LockDiscipline::look_at(const State& s, const State* before) {
  if (off_ || alone(s)) return;
  const unsigned n = machine_.threads(s), known = before ? machine_.threads(*before) : 0;
  for (unsigned t = 0; t < n; ++t) {
    if (t < known && machine_.thread_part(s, t) == machine_.thread_part(*before, t)) continue;
    const ThreadInfo& in = machine_.info(s, t);
    if (in.local) continue;
    if (in.section)
      look_at_section(in);
    else
      look_at_operation(s, t, in);
  }
}

void LockDiscipline::look_at_operation(const State& s, unsigned t, const ThreadInfo& in) {
  if (in.status == ThreadStatus::Ready && in.instr->kind == model::InstrKind::Builtin && !in.accesses.empty() &&
      !machine_.is_private(s, in.accesses[0].obj)) {
    const Builtin b = in.instr->builtin;
    const model::Synchronises what = model::synchronises(b);
    if (what == model::Synchronises::Mutex || what == model::Synchronises::SpinLock ||
        what == model::Synchronises::RwLock) {
      const model::EventKind kind = model::event_kind(b);
      Use& use = use_at(machine_.abstract_of(s, in.accesses[0].obj), in.accesses[0].offset, what);
      use.reset |= kind == model::EventKind::Init || kind == model::EventKind::Destroy;
      use.tried |= kind != model::EventKind::Unlock && !model::may_block(b);
      broken_ |= use.misleads();
    }
  }
  const bool builtin = in.status != ThreadStatus::Ready || in.instr->kind == model::InstrKind::Builtin;
  const bool frees = builtin && in.status == ThreadStatus::Ready &&
                     (in.instr->builtin == Builtin::Free || in.instr->builtin == Builtin::Realloc);
  const bool synchronises = builtin && (in.status != ThreadStatus::Ready ||
                                        model::synchronises(in.instr->builtin) != model::Synchronises::None);
  for (const Access& a : in.accesses) {
    if (machine_.is_private(s, a.obj)) continue;
    const uint32_t object = machine_.abstract_of(s, a.obj);
    if (object == model::kNone || a.size == 0) continue;
    if (frees || a.ends)
      note_end(object);
    else if (!synchronises)
      note_bytes(object, a);
    Together& together = objects_[object];
    if (together.never) continue;
    if (is_large(a)) {
      if (!together.whole_known) together.whole.guards = guards_held(s, t, a.obj);
      together.whole_known = true;
      for (uint64_t w : together.words)
        for (const Guard& g : words_[w].relied_upon)
          if (std::find(together.whole.relied_upon.begin(), together.whole.relied_upon.end(), g) ==
              together.whole.relied_upon.end())
            together.whole.relied_upon.push_back(g);
      narrow(s, t, a, object, together.whole);
      for (const Guard& g : together.whole.relied_upon)
        if (std::find(together.whole.guards.begin(), together.whole.guards.end(), g) == together.whole.guards.end()) {
          lose(object);
          break;
        }
      continue;
    }
    for (uint32_t w = a.offset / kWord; w <= (a.offset + a.size - 1) / kWord; ++w) {
      auto [it, fresh] = words_.try_emplace(key(object, w));
      if (fresh) {
        together.words.push_back(it->first);
        it->second.guards = guards_held(s, t, a.obj);
      } else {
        narrow(s, t, a, object, it->second);
      }
    }
  }
}

// Takes away the guards that t does not hold.
void LockDiscipline::narrow(const State& s, unsigned t, const Access& a, uint32_t object, Word& word) {
  for (size_t k = word.guards.size(); k-- > 0;) {
    if (holds(s, t, word.guards[k], a.obj)) continue;
    if (std::find(word.relied_upon.begin(), word.relied_upon.end(), word.guards[k]) != word.relied_upon.end())
      lose(object);
    word.guards.erase(word.guards.begin() + static_cast<ptrdiff_t>(k));
  }
}

// What an atomic section touches is not known before it is run.
void LockDiscipline::look_at_section(const ThreadInfo& in) {
  if (in.instr->kind == model::InstrKind::Return || in.instr->builtin == Builtin::ThreadExit) return;  // look_at_step
  const auto [f, pc] = in.stack.front();
  if (!sections_.insert({f, pc}).second) return;
  if (footprints_.section_is_open(f, pc)) {
    give_up();
    return;
  }
  const analysis::AccessSet& touched = footprints_.section(f, pc);
  for (const bool writes : {false, true})
    (writes ? touched.writes : touched.reads).each([&](size_t o) {
      never(static_cast<uint32_t>(o));
      note_all_bytes(static_cast<uint32_t>(o), writes);
    });
}

void LockDiscipline::give_up() {
  off_ = true;
  for (auto& [o, together] : objects_) never(o);
  for (auto& [lock, use] : uses_) broken_ |= use.releases;
}

void LockDiscipline::look_at_step(const State& from, const semantics::StepResult& r, const State& to) {
  if (off_) return;
  if (r.lost_lock) give_up();
  for (const auto& l : r.lost) note_several(l.object);
  if (r.allocated) look_at_new_objects(to);
  if (r.returned.empty() || (alone(from) && alone(to))) return;
  for (const auto& f : r.returned)
    for (uint32_t variable : variables_[f.procedure]) {
      never(variable);
      note_end(variable);
    }
}

void LockDiscipline::look_at_new_objects(const State& s) {
  std::set<uint32_t> seen;
  machine_.each_created(s, [&](const Machine::Created& c) {
    if (!seen.insert(c.abstract).second) note_several(c.abstract);
  });
}

void LockDiscipline::note_several(uint32_t site) {
  if (several_.insert(site).second) broken_ |= sites_relied_upon_.count(site) > 0;
}

std::vector<LockDiscipline::Guard> LockDiscipline::guards_held(const State& s, unsigned t, ObjRef accessed) {
  std::vector<Guard> guards;
  for (const Machine::LockAt& lock : machine_.locks_of(s, t)) {
    if (!machine_.is_created(lock.obj)) {
      guards.push_back({Guard::Fixed, lock.obj, lock.offset});
      continue;
    }
    if (lock.obj == accessed) guards.push_back({Guard::Same, 0, lock.offset});
    const uint32_t site = machine_.abstract_of(s, lock.obj);
    if (!several_.count(site) && !ended_.count(site)) guards.push_back({Guard::Site, site, lock.offset});
  }
  return guards;
}

bool LockDiscipline::holds(const State& s, unsigned t, const Guard& g, ObjRef accessed) const {
  switch (g.kind) {
    case Guard::Fixed: return machine_.owns(s, t, {g.object, g.offset});
    case Guard::Same: return machine_.owns(s, t, {accessed, g.offset});
    case Guard::Site: break;
  }
  bool held = false;
  if (!several_.count(g.object) && !ended_.count(g.object))
    machine_.each_created(s, [&](const Machine::Created& c) {
      held |= c.abstract == g.object && !c.one_a_thread && machine_.owns(s, t, {c.obj, g.offset});
    });
  return held;
}

LockDiscipline::Use& LockDiscipline::use_of(const Guard& g, uint32_t accessed) {
  switch (g.kind) {
    case Guard::Fixed: return use_at(g.object - 1, g.offset);
    case Guard::Same: return use_at(accessed, g.offset);
    case Guard::Site: break;
  }
  return use_at(g.object, g.offset);
}

LockDiscipline::Use& LockDiscipline::use_at(uint32_t object, uint32_t offset) {
  auto [it, fresh] = uses_.try_emplace(key(object, offset));
  if (fresh) look_at_bytes(it->first, it->second);
  return it->second;
}

LockDiscipline::Use& LockDiscipline::use_at(uint32_t object, uint32_t offset, model::Synchronises as) {
  Use& use = use_at(object, offset);
  const uint32_t size = model::size_of(as, machine_.program().pointer_width);
  if (size <= use.size) return use;
  use.size = size;
  look_at_bytes(key(object, offset), use);
  return use;
}

bool LockDiscipline::is_touched(uint32_t object, uint32_t offset, uint32_t size, bool by_writes) const {
  if ((by_writes ? all_written_ : all_touched_).count(object)) return true;
  for (uint32_t w = offset / kWord; w <= (offset + size - 1) / kWord; ++w)
    if (auto bytes = bytes_.find(key(object, w)); bytes != bytes_.end())
      if ((by_writes ? bytes->second.written : bytes->second.touched) & bytes_in(w, offset, size)) return true;
  return false;
}

void LockDiscipline::look_at_bytes(uint64_t lock, Use& use) {
  const auto object = static_cast<uint32_t>(lock >> 32), offset = static_cast<uint32_t>(lock);
  use.reset |= is_touched(object, offset, use.size ? std::min(use.size, kOwnerBytes) : kOwnerBytes, true);
  use.noticed |= ended_.count(object) > 0 || (use.size && is_touched(object, offset, use.size, false));
  broken_ |= use.misleads();
}

void LockDiscipline::look_at_bytes(uint32_t object) {
  for (auto& [lock, use] : uses_)
    if (lock >> 32 == object) look_at_bytes(lock, use);
}

void LockDiscipline::note_bytes(uint32_t object, const Access& a) {
  if (is_large(a)) return note_all_bytes(object, a.write);
  bool news = false;
  for (uint32_t w = a.offset / kWord; w <= (a.offset + a.size - 1) / kWord; ++w) {
    Bytes& known = bytes_[key(object, w)];
    const uint8_t here = bytes_in(w, a.offset, a.size);
    news |= (here & ~known.touched) || (a.write && (here & ~known.written));
    known.touched |= here;
    if (a.write) known.written |= here;
  }
  if (news) look_at_bytes(object);
}

void LockDiscipline::note_all_bytes(uint32_t object, bool write) {
  bool news = all_touched_.insert(object).second;
  if (write) news |= all_written_.insert(object).second;
  if (news) look_at_bytes(object);
}

void LockDiscipline::note_end(uint32_t object) {
  if (!ended_.insert(object).second) return;
  broken_ |= sites_relied_upon_.count(object) > 0;
  look_at_bytes(object);
}

// Does t release a lock that it holds, here? The others can only wait for it.
bool LockDiscipline::releases(const State& s, unsigned t, const Access& a) {
  const ThreadInfo& in = machine_.info(s, t);
  if (in.status != ThreadStatus::Ready || in.instr->kind != model::InstrKind::Builtin) return false;
  const Builtin b = in.instr->builtin;
  const bool waits = model::waits_on_condition(b);
  if (model::event_kind(b) != model::EventKind::Unlock && !waits) return false;
  if (waits && (a.obj != in.accesses[1].obj || a.offset != in.accesses[1].offset)) return false;
  if (!machine_.owns(s, t, {a.obj, a.offset})) return false;
  Use& use =
      use_at(machine_.abstract_of(s, a.obj), a.offset, waits ? model::Synchronises::Mutex : model::synchronises(b));
  if (use.tried || use.reset || use.noticed) return false;
  return use.releases = true;
}

bool LockDiscipline::protects(const State& s, unsigned t, const Access& a) {
  if (off_ || broken_) return false;
  if (releases(s, t, a)) return true;
  const uint32_t object = machine_.abstract_of(s, a.obj);
  if (object == model::kNone || is_large(a) || a.size == 0) return false;
  if (machine_.is_created(a.obj) && object < machine_.program().objects.size()) return false;  // thread-local
  auto together = objects_.find(object);
  if (together == objects_.end() || together->second.never) return false;
  const Together& others = together->second;
  std::vector<std::pair<Word*, Guard>> reasons;
  for (uint32_t w = a.offset / kWord; w <= (a.offset + a.size - 1) / kWord; ++w) {
    auto it = words_.find(key(object, w));
    if (it == words_.end()) return false;
    const auto& guards = it->second.guards;
    auto usable = std::find_if(guards.begin(), guards.end(), [&](const Guard& g) {
      const auto& whole = others.whole.guards;
      if (others.whole_known && std::find(whole.begin(), whole.end(), g) == whole.end()) return false;
      return !use_of(g, object).reset && holds(s, t, g, a.obj);
    });
    if (usable == guards.end()) return false;
    reasons.push_back({&it->second, *usable});
  }
  for (auto& [word, g] : reasons) {
    use_of(g, object).guards = true;
    if (g.kind == Guard::Site) sites_relied_upon_.insert(g.object);
    if (std::find(word->relied_upon.begin(), word->relied_upon.end(), g) == word->relied_upon.end())
      word->relied_upon.push_back(g);
  }
  return true;
}

void LockDiscipline::never(uint32_t object) {
  Together& together = objects_[object];
  together.never = true;
  for (uint64_t w : together.words) broken_ |= !words_[w].relied_upon.empty();
}

void LockDiscipline::lose(uint32_t object) {
  broken_ = true;
  Together& together = objects_[object];
  if (++together.broken >= kPatience) together.never = true;
}

void LockDiscipline::Word::add(const Word& other) {
  std::erase_if(guards, [&](const Guard& g) {
    return std::find(other.guards.begin(), other.guards.end(), g) == other.guards.end();
  });
  for (const Guard& g : other.relied_upon)
    if (std::find(relied_upon.begin(), relied_upon.end(), g) == relied_upon.end()) relied_upon.push_back(g);
}

bool LockDiscipline::Word::broken(const std::vector<Guard>& held) const {
  return std::any_of(relied_upon.begin(), relied_upon.end(),
                     [&](const Guard& g) { return std::find(held.begin(), held.end(), g) == held.end(); });
}

void LockDiscipline::add(const LockDiscipline& other) {
  broken_ |= other.broken_;
  off_ |= other.off_;
  several_.insert(other.several_.begin(), other.several_.end());
  sites_relied_upon_.insert(other.sites_relied_upon_.begin(), other.sites_relied_upon_.end());
  sections_.insert(other.sections_.begin(), other.sections_.end());
  all_touched_.insert(other.all_touched_.begin(), other.all_touched_.end());
  all_written_.insert(other.all_written_.begin(), other.all_written_.end());
  ended_.insert(other.ended_.begin(), other.ended_.end());
  for (const auto& [k, theirs] : other.bytes_) {
    Bytes& mine = bytes_[k];
    mine.touched |= theirs.touched;
    mine.written |= theirs.written;
  }
  for (const auto& [k, word] : other.words_)
    if (auto [it, fresh] = words_.try_emplace(k, word); !fresh) it->second.add(word);
  for (const auto& [k, use] : other.uses_) {
    Use& mine = uses_[k];
    mine.size = std::max(mine.size, use.size);
    mine.reset |= use.reset;
    mine.tried |= use.tried;
    mine.noticed |= use.noticed;
    mine.guards |= use.guards;
    mine.releases |= use.releases;
  }
  for (const auto& [o, theirs] : other.objects_) {
    Together& mine = objects_[o];
    for (uint64_t w : theirs.words)
      if (std::find(mine.words.begin(), mine.words.end(), w) == mine.words.end()) mine.words.push_back(w);
    if (mine.whole_known && theirs.whole_known)
      mine.whole.add(theirs.whole);
    else if (theirs.whole_known)
      mine.whole = theirs.whole;
    mine.whole_known |= theirs.whole_known;
    mine.never |= theirs.never;
    mine.broken = std::max(mine.broken, theirs.broken);
  }
  look_at_claims();
}

// All of them, one by one: is something that was relied upon wrong?
void LockDiscipline::look_at_claims() {
  for (auto& [o, together] : objects_) {
    bool lost = together.whole_known && together.whole.broken(together.whole.guards);
    for (uint64_t w : together.words) {
      const Word& word = words_[w];
      lost |= word.broken(word.guards) || (together.whole_known && word.broken(together.whole.guards));
      broken_ |= (together.never || off_) && !word.relied_upon.empty();
    }
    if (lost) lose(o);
  }
  for (auto& [lock, use] : uses_) {
    look_at_bytes(lock, use);
    broken_ |= off_ && use.releases;
  }
  for (uint32_t site : sites_relied_upon_) broken_ |= several_.count(site) > 0 || ended_.count(site) > 0;
}

void LockDiscipline::take_over(const LockDiscipline& other) {
  words_ = other.words_;
  objects_ = other.objects_;
  uses_ = other.uses_;
  several_ = other.several_;
  sites_relied_upon_ = other.sites_relied_upon_;
  sections_ = other.sections_;
  bytes_ = other.bytes_;
  all_touched_ = other.all_touched_;
  all_written_ = other.all_written_;
  ended_ = other.ended_;
  off_ = other.off_;
  broken_ = other.broken_;
  restarts_ = other.restarts_;
}

void LockDiscipline::restart() {
  broken_ = false;
  ++restarts_;
  for (auto& [k, word] : words_) word.relied_upon.clear();
  for (auto& [o, together] : objects_) together.whole.relied_upon.clear();
  for (auto& [lock, use] : uses_) use.guards = use.releases = false;
  sites_relied_upon_.clear();
}

}  // namespace heddle::explore
