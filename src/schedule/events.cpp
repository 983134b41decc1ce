// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/events.h"

#include <algorithm>

#include "analysis/points_to.h"
#include "model/control_flow.h"
#include "model/live_locals.h"
#include "model/own_acts.h"

namespace heddle::schedule {

using model::Builtin;
using model::EventId;
using model::InstrKind;

Events::Events(const model::Program& p) : p_(p) {
  for (model::ProcId f = 0; f < p.procedures.size(); ++f)
    for (model::Pc pc = 0; pc < p.procedures[f].code.size(); ++pc) {
      const model::Instr& i = p.procedures[f].code[pc];
      if (i.act)
        instrs_[i.event].push_back({f, pc});
      else if (i.event != 0)
        other_parts_[i.event].push_back({f, pc});
    }
}

std::string Events::handles_signal() const {
  for (const model::Procedure& f : p_.procedures)
    for (const model::Instr& i : f.code) {
      if (f.library || i.kind != InstrKind::Call) continue;
      const std::string& name = p_.procedures[i.callee].name;
      if (p_.procedures[i.callee].library && (name == "signal" || name == "sigaction"))
        return model::position_text(p_, i.pos);
    }
  return "a call through a pointer";
}

const std::vector<Events::Instr>& Events::other_parts(EventId e) const {
  static const std::vector<Instr> none;
  auto it = other_parts_.find(e);
  return it == other_parts_.end() ? none : it->second;
}

bool Events::any(EventId e, Builtin b) const {
  auto it = instrs_.find(e);
  return it != instrs_.end() &&
         std::any_of(it->second.begin(), it->second.end(), [&](const Instr& i) { return instr(i).builtin == b; });
}

bool Events::is_barrier(EventId e) const { return any(e, Builtin::BarrierWait); }

bool Events::is_access(EventId e) const {
  auto it = instrs_.find(e);
  return it != instrs_.end() && std::all_of(it->second.begin(), it->second.end(), [&](const Instr& i) {
           const InstrKind kind = instr(i).kind;
           return kind == InstrKind::Load || kind == InstrKind::Store || kind == InstrKind::Rmw ||
                  kind == InstrKind::CmpXchg;
         });
}

bool Events::is_write(EventId e) const {
  auto it = instrs_.find(e);
  return is_access(e) && std::none_of(it->second.begin(), it->second.end(),
                                      [&](const Instr& i) { return instr(i).kind == InstrKind::Load; });
}

bool Events::is_silent(EventId e) const {
  const auto& all = instrs_.at(e);
  return std::all_of(all.begin(), all.end(), [&](const Instr& i) { return model::is_own_act(instr(i).builtin); });
}

bool Events::reads_given_input(EventId e) const {
  const auto& all = instrs_.at(e);
  return std::all_of(all.begin(), all.end(),
                     [&](const Instr& i) { return model::reads_given_input(p_.procedures[i.proc]); });
}

namespace {

// Models of thread functions run in the real program, too (instrument/library.cpp): these, and what they are made of.
bool runs_in_program(const model::Procedure& f) {
  static const char* const begins[] = {"pthread_", "mtx_", "cnd_", "thrd_", "tss_", "call_once", "sem_", "__heddle_"};
  static const std::set<std::string> made_of = {"start_thread", "run_once",   "thread_code", "in_use",
                                                "create_key",   "delete_key", "set_value",   "get_value",
                                                "listens",      "end",        "forget_once", "fail_with"};
  return made_of.count(f.name) != 0 || std::any_of(std::begin(begins), std::end(begins),
                                                   [&](const char* prefix) { return f.name.rfind(prefix, 0) == 0; });
}

}  // namespace

std::string Events::inside_library(EventId e) const {
  for (const Instr& i : instrs_.at(e)) {
    const model::Procedure& f = p_.procedures[i.proc];
    if (f.library && !runs_in_program(f) && e != 0) return f.name;
  }
  return "";
}

std::string Events::place(EventId e) const {
  auto it = instrs_.find(e);
  if (it == instrs_.end()) return "event " + std::to_string(e);
  const model::Procedure& f = p_.procedures[it->second[0].proc];
  const model::Position& pos = instr(it->second[0]).pos;
  if (e == 0) return "the end of the program, or an atomic section";
  if (f.library || pos.line == 0) return "a call of " + f.name;
  return p_.files[pos.file] + ":" + std::to_string(pos.line) + " in " + f.name;
}

std::vector<EventId> Events::all() const {
  std::vector<EventId> out;
  for (const auto& [e, i] : instrs_) out.push_back(e);
  return out;
}

bool are_dependent(const Touched& a, const Touched& b) {
  if (a.everything || b.everything) return true;
  for (const Touched::Bytes& x : a.bytes)
    for (const Touched::Bytes& y : b.bytes) {
      if (x.object != y.object || !(x.write || y.write)) continue;
      if (x.size == 0 || y.size == 0 || (x.from < y.from + y.size && y.from < x.from + x.size)) return true;
    }
  return false;
}

Dependence::Dependence(const Events& events, const analysis::Analyses& analyses, bool precise)
    : events_(events), analyses_(analyses), precise_(precise) {}

const Touched& Dependence::of(EventId e) {
  auto it = known_.find(e);
  if (it == known_.end()) it = known_.emplace(e, made(e)).first;
  return it->second;
}

// The objects that the address may be in; where it is a constant offset into a static one, only those bytes.
void Dependence::add(Touched& t, model::ProcId f, model::ExprId address, uint64_t size, bool write) const {
  const model::Program& p = events_.program();
  uint64_t offset = 0;
  model::ExprId at = address;
  while (precise_ && p.exprs[at].op == model::ExprOp::PtrAdd && p.exprs[p.exprs[at].b].op == model::ExprOp::Const) {
    offset += p.exprs[p.exprs[at].b].bits;
    at = p.exprs[at].a;
  }
  if (precise_ && size != 0 && p.exprs[at].op == model::ExprOp::Global) {
    const auto object = static_cast<uint32_t>(p.exprs[at].bits);
    if (!p.objects[object].constant) t.bytes.push_back({object, offset, size, write});
    return;
  }
  const base::BitSet objects = analyses_.points_to().objects(f, address);
  if (objects.empty()) t.everything = true;  // nobody knows
  objects.each([&](size_t o) {
    if (o < p.objects.size() && p.objects[o].constant) return;
    t.bytes.push_back({static_cast<uint32_t>(o), 0, 0, write});
  });
}

// False: it is no access to memory.
bool Dependence::add_access(Touched& t, const Events::Instr& where) const {
  const model::Instr& i = events_.instr(where);
  const uint64_t size = i.width / 8;
  switch (i.kind) {
    case InstrKind::Load: add(t, where.proc, i.a, size, false); return true;
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: add(t, where.proc, i.a, size, true); return true;
    case InstrKind::Fill: add(t, where.proc, i.a, 0, true); return true;
    case InstrKind::Copy:
      add(t, where.proc, i.a, 0, true);
      add(t, where.proc, i.b, 0, false);
      return true;
    default: return false;
  }
}

Touched Dependence::made(EventId e) const {
  Touched t;
  const auto& all = analyses_.effects();
  t.access = true;
  for (const Events::Instr& where : events_.other_parts(e)) t.access &= add_access(t, where);
  for (const Events::Instr& where : events_.instrs(e)) {
    const model::Instr& i = events_.instr(where);
    if (add_access(t, where)) continue;
    t.access = false;
    switch (i.kind) {
      case InstrKind::Builtin: {
        const bool known = model::synchronises(i.builtin) != model::Synchronises::None ||
                           i.builtin == Builtin::ThreadCreate || i.builtin == Builtin::ThreadJoin ||
                           i.builtin == Builtin::ThreadTryJoin || i.builtin == Builtin::Free ||
                           i.builtin == Builtin::Realloc;
        if (!known) {
          t.everything = true;
          break;
        }
        const analysis::Effects& effects = all[where.proc][where.pc];
        effects.touches.reads.each([&](size_t o) { t.bytes.push_back({static_cast<uint32_t>(o), 0, 0, false}); });
        effects.touches.writes.each([&](size_t o) { t.bytes.push_back({static_cast<uint32_t>(o), 0, 0, true}); });
        break;
      }
      default: t.everything = true;
    }
  }
  return t;
}

namespace {

// Objects that are only used in ways that can be left out.
class Needless {
 public:
  Needless(const Events& events, const analysis::Analyses& analyses)
      : events_(events), p_(events.program()), points_to_(analyses.points_to()) {
    // Also what is no act: it could still touch a lock.
    for (model::ProcId f = 0; f < p_.procedures.size(); ++f)
      for (model::Pc pc = 0; pc < p_.procedures[f].code.size(); ++pc) look_at(f, pc);
    find_heard();
  }

  std::set<EventId> found() {
    for (const auto& [f, pc] : locks_) look_behind(f, pc);
    if (are_threads_heard())
      for (const auto& [f, pc] : barriers_) spoil(f, p_.procedures[f].code[pc].args[0]);
    // An event that may be of two objects stands or falls with both.
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [event, objects] : of_events_)
        if (std::any_of(objects.begin(), objects.end(), [&](uint32_t o) { return spoilt_.count(o) != 0; }))
          for (uint32_t o : objects) changed |= spoilt_.insert(o).second;
    }
    std::set<EventId> out = signals_;
    for (const auto& [event, objects] : of_events_)
      if (!objects.empty() && !refused_.count(event) &&
          std::none_of(objects.begin(), objects.end(), [&](uint32_t o) { return spoilt_.count(o) != 0; }))
        out.insert(event);
    return out;
  }

 private:
  std::vector<uint32_t> objects(model::ProcId f, model::ExprId e) const {
    std::vector<uint32_t> out;
    points_to_.objects(f, e).each([&](size_t o) { out.push_back(static_cast<uint32_t>(o)); });
    return out;
  }

  void spoil(model::ProcId f, model::ExprId e) {
    for (uint32_t o : objects(f, e)) spoilt_.insert(o);
  }

  void use(model::ProcId f, model::Pc pc, model::ExprId e) {
    const model::Instr& i = p_.procedures[f].code[pc];
    const std::vector<uint32_t> all = objects(f, e);
    if (all.empty() || i.event == 0 || !i.act) {
      if (i.event) refused_.insert(i.event);
      for (uint32_t o : all) spoilt_.insert(o);
      return;
    }
    for (uint32_t o : all) {
      // a static one begins as a normal mutex if it is all zero
      const bool plain = o >= p_.objects.size() || std::all_of(p_.objects[o].init.begin(), p_.objects[o].init.end(),
                                                               [](uint8_t byte) { return byte == 0; });
      if (!plain || (o < p_.objects.size() && (p_.objects[o].external || !p_.objects[o].relocations.empty())))
        spoilt_.insert(o);
      of_events_[i.event].insert(o);
    }
  }

  void look_at(model::ProcId f, model::Pc pc) {
    using enum Builtin;
    static const std::set<Builtin> locks = {MutexLock, SpinLock}, unlocks = {MutexUnlock, SpinUnlock},
                                   waits = {CondWait, CondTimedWait}, signals = {CondSignal, CondBroadcast};
    // these are really done, and wait for nobody
    static const std::set<Builtin> harmless = {MutexDestroy,   SpinInit, SpinDestroy, BarrierInit,
                                               BarrierDestroy, CondInit, CondDestroy};
    const model::Instr& i = p_.procedures[f].code[pc];
    if (i.kind != InstrKind::Builtin || harmless.count(i.builtin)) return;
    if (signals.count(i.builtin)) {
      if (i.event && i.act) signals_.insert(i.event);
    } else if (locks.count(i.builtin) || unlocks.count(i.builtin)) {
      if (locks.count(i.builtin)) locks_.emplace_back(f, pc);
      use(f, pc, i.args[0]);
    } else if (waits.count(i.builtin)) {
      locks_.emplace_back(f, pc);
      use(f, pc, i.args[1]);
    } else if (i.builtin == BarrierWait) {
      barriers_.emplace_back(f, pc);
      use(f, pc, i.args[0]);
      const std::vector<model::LocalId> live = model::live_locals(p_, p_.procedures[f])[pc + 1];
      if (i.dst != model::kNoLocal && std::find(live.begin(), live.end(), i.dst) != live.end()) spoil(f, i.args[0]);
    } else if (i.builtin == MutexInit) {
      if (p_.exprs[i.args[1]].op != model::ExprOp::Const || p_.exprs[i.args[1]].bits != 0) spoil(f, i.args[0]);
    } else if (model::synchronises(i.builtin) != model::Synchronises::None || i.builtin == Unmodelled) {
      for (model::ExprId argument : i.args) spoil(f, argument);
    }
  }

  // Something that is no event, and that somebody could notice all the same: what is printed, what the real library
  // does with memory. A lock orders it. Of our models that run in the program, that is what they call of the user's.
  void find_heard() {
    heard_.resize(p_.procedures.size());
    for (model::ProcId f = 0; f < heard_.size(); ++f)
      heard_[f] = p_.procedures[f].library && !runs_in_program(p_.procedures[f]);
    for (bool changed = true; changed;) {
      changed = false;
      for (model::ProcId f = 0; f < heard_.size(); ++f) {
        if (heard_[f]) continue;
        for (const model::Instr& i : p_.procedures[f].code) heard_[f] = heard_[f] || is_heard(f, i);
        changed |= heard_[f];
      }
    }
  }
  bool is_heard(model::ProcId f, const model::Instr& i) const {
    using enum Builtin;
    const bool model = p_.procedures[f].library;
    if (i.kind == InstrKind::Builtin && !model)
      return i.builtin == Output || i.builtin == Unmodelled || i.builtin == Exit || i.builtin == Abort;
    if (i.kind == InstrKind::Call) return heard_[i.callee] && !(model && p_.procedures[i.callee].library);
    return i.kind == InstrKind::CallPointer && is_target_heard(f, i.a);
  }
  bool is_target_heard(model::ProcId f, model::ExprId pointer) const {
    const std::vector<model::ProcId> all = points_to_.targets(f, pointer);
    return all.empty() || std::any_of(all.begin(), all.end(), [&](model::ProcId g) { return heard_[g]; });
  }

  // A barrier orders all that its threads do before it and behind it. If only main is heard, that is in the order of
  // its own statements. (A lock orders only what is done while it is held: of what comes before and behind, others
  // learn by accesses, which are events. So it is with signals, too.)
  bool are_threads_heard() const {
    if (p_.thread_exit != model::kNone && heard_[p_.thread_exit]) return true;
    for (model::ProcId f = 0; f < p_.procedures.size(); ++f)
      for (const model::Instr& i : p_.procedures[f].code)
        if (i.kind == InstrKind::Builtin && i.builtin == Builtin::ThreadCreate && is_target_heard(f, i.args[2]))
          return true;
    return false;
  }

  // From the lock to its unlock nothing may be heard, and the unlock must be in the same procedure.
  void look_behind(model::ProcId f, model::Pc lock) {
    const model::Procedure& proc = p_.procedures[f];
    const model::Instr& taken = proc.code[lock];
    const model::ExprId what = taken.args[model::waits_on_condition(taken.builtin) ? 1 : 0];
    const std::vector<uint32_t> mine = objects(f, what);
    std::set<model::Pc> seen;
    std::vector<model::Pc> work{lock + 1};
    while (!work.empty()) {
      const model::Pc pc = work.back();
      work.pop_back();
      if (pc >= proc.code.size() || !seen.insert(pc).second) continue;
      const model::Instr& i = proc.code[pc];
      const bool unlocks = i.builtin == Builtin::MutexUnlock || i.builtin == Builtin::SpinUnlock;
      if (i.kind == InstrKind::Builtin && unlocks && objects(f, i.args[0]) == mine) continue;
      if (i.kind == InstrKind::Return || is_heard(f, i)) return spoil(f, what);
      for (model::Pc to : model::successors(i, pc)) work.push_back(to);
    }
  }

  const Events& events_;
  const model::Program& p_;
  const analysis::PointsTo& points_to_;
  std::vector<std::pair<model::ProcId, model::Pc>> locks_, barriers_;
  std::vector<bool> heard_;  // by procedure
  std::map<EventId, std::set<uint32_t>> of_events_;
  std::set<uint32_t> spoilt_;
  std::set<EventId> refused_, signals_;
};

}  // namespace

std::set<EventId> needless(const Events& events, const analysis::Analyses& analyses) {
  return Needless(events, analyses).found();
}

}  // namespace heddle::schedule
