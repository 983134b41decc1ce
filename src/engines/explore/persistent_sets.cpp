// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/persistent_sets.h"

#include <algorithm>

namespace heddle::explore {

using semantics::State;
using semantics::ThreadInfo;
using semantics::ThreadStatus;

const Futures::Future& Futures::of(const semantics::Machine& m, uint32_t part) {
  if (by_part_.size() <= part) by_part_.resize(m.store()->count() + 1024);
  if (by_part_[part]) return *by_part_[part];
  const ThreadInfo& in = m.info(part);
  auto& slot = by_stack_[in.stack];
  if (!slot) {
    slot = std::make_unique<Future>();
    for (auto [f, pc] : in.stack) {
      slot->touches.add_all(footprints_->future(f, pc));
      slot->live.add_all(footprints_->live(f, pc));
    }
  }
  by_part_[part] = slot.get();
  return *slot;
}

void Futures::clear_dead_globals(semantics::Machine& machine, std::shared_ptr<const analysis::Footprints> footprints) {
  machine.set_global_liveness([futures = std::make_shared<Futures>(std::move(footprints))](
                                  const semantics::Machine& m, const State& s, base::BitSet& live) {
    for (unsigned t = 0; t < m.threads(s); ++t)
      if (uint32_t part = m.thread_part(s, t)) live.add_all(futures->of(m, part).live);
  });
}

// Joins, detaches and cancellations of the same thread by several threads do not commute. Handles are not tracked
// statically, so where anybody but main does such a thing, they conflict with everything. A try-join sees whether its
// target has ended: every step may be the last of its thread, so in programs that ask, all steps conflict.
PersistentSets::PersistentSets(const semantics::Machine& m, Futures& futures, LockDiscipline* locks,
                               const Foreknowledge& known)
    : machine_(m), futures_(futures), locks_(locks), known_(known) {
  const model::Program& p = m.program();
  std::vector<bool> reached(p.procedures.size(), false);
  std::vector<model::ProcId> todo;
  auto reach = [&](model::ProcId f) {
    if (f < reached.size() && !reached[f]) {
      reached[f] = true;
      todo.push_back(f);
    }
  };
  for (model::ExprId e = 1; e < p.exprs.size(); ++e)
    if (p.exprs[e].op == model::ExprOp::Function) reach(static_cast<model::ProcId>(p.exprs[e].bits));
  for (const model::Object& o : p.objects)
    for (const auto& r : o.relocations)
      if (r.to_function) reach(r.target);
  for (const model::Procedure& f : p.procedures)
    for (const model::Instr& i : f.code) try_joins_ |= i.builtin == model::Builtin::ThreadTryJoin;
  for (const model::Procedure& f : p.procedures) {
    slots_matter_ |= f.library && f.name == "pthread_attr_setdetachstate";
    for (const model::Instr& i : f.code)
      slots_matter_ |= i.kind == model::InstrKind::Builtin && i.builtin == model::Builtin::ThreadDetach;
  }
  while (!todo.empty()) {
    model::ProcId f = todo.back();
    todo.pop_back();
    for (const model::Instr& i : p.procedures[f].code) {
      if (i.kind == model::InstrKind::Call) reach(i.callee);
      workers_join_ |= i.builtin == model::Builtin::ThreadJoin || i.builtin == model::Builtin::ThreadCancelJoin ||
                       i.builtin == model::Builtin::ThreadDetach || i.builtin == model::Builtin::ThreadCancel;
    }
  }
  slots_matter_ |= workers_join_;
  find_users_of_handles();
}

// A new thread may get the number of one that was joined. So starting a thread conflicts with joining one, and with
// starting another. Futures do not tell; this does, by procedure, with everything that it may call.
void PersistentSets::find_users_of_handles() {
  const model::Program& p = machine_.program();
  handles_.resize(p.procedures.size());
  std::vector<bool> address_taken(p.procedures.size(), false);
  auto take = [&](size_t f) {
    if (f < address_taken.size()) address_taken[f] = true;
  };
  for (model::ExprId e = 1; e < p.exprs.size(); ++e)
    if (p.exprs[e].op == model::ExprOp::Function) take(p.exprs[e].bits);
  for (const model::Object& o : p.objects)
    for (const auto& r : o.relocations)
      if (r.to_function) take(r.target);
  for (bool again = true; again;) {
    again = false;
    Handles by_pointer;
    for (size_t f = 0; f < handles_.size(); ++f)
      if (address_taken[f]) by_pointer.add(handles_[f]);
    for (size_t f = 0; f < handles_.size(); ++f) {
      Handles now = handles_[f];
      for (const model::Instr& i : p.procedures[f].code) {
        if (i.kind == model::InstrKind::Call) now.add(handles_[i.callee]);
        if (i.kind == model::InstrKind::CallPointer) now.add(by_pointer);
        if (i.kind == model::InstrKind::Builtin) now.add(of(i.builtin));
      }
      again |= now != handles_[f];
      handles_[f] = now;
    }
  }
}

PersistentSets::Handles PersistentSets::of(model::Builtin b) {
  switch (model::event_kind(b)) {
    case model::EventKind::Create: return {true, false};
    case model::EventKind::Join: return {false, true};
    default: return {};
  }
}

// May what t does next with handles matter to u, which still does something with them?
bool PersistentSets::conflict_by_handles(const ThreadInfo& t, const ThreadInfo& u) const {
  if (t.status != ThreadStatus::Ready || t.local || t.instr->kind != model::InstrKind::Builtin) return false;
  const Handles next = of(t.instr->builtin);
  if (!next.starts && !next.joins) return false;
  for (const auto& [f, pc] : u.stack)
    if (handles_[f].starts || (next.starts && handles_[f].joins)) return true;
  return false;
}

void PersistentSets::look_at_threads(const State& s) {
  const unsigned n = machine_.threads(s);
  if (here_.size() < n) here_.resize(n);
  for (unsigned t = 0; t < n; ++t) {
    Here& h = here_[t];
    h.info = &machine_.info(s, t);
    const ThreadStatus st = h.info->status;
    h.alive = st != ThreadStatus::Free && st != ThreadStatus::Finished && st != ThreadStatus::Parked;
    h.future = h.alive ? &futures_.of(machine_, machine_.thread_part(s, t)) : nullptr;
    h.exposed_known = false;
    h.joins_any = false;
    if (!machine_.interchanges() || h.info->joins == 0) continue;
    const semantics::Machine::Ending e = machine_.ending(s, t);
    h.joins_any = e.named.has_value();
    if (e.named) h.joins_start = machine_.info(s, *e.named).start;
  }
  conflicts_.assign(size_t{n} * n, Answer::Unknown);
}

bool PersistentSets::conflicts(const State& s, unsigned t, unsigned u) {
  Answer& known = conflicts_[size_t{t} * machine_.threads(s) + u];
  if (known == Answer::Unknown) known = must_conflict(s, t, u) ? Answer::Yes : Answer::No;
  return known == Answer::Yes;
}

// May something thread u still does conflict with what thread t does next?
bool PersistentSets::must_conflict(const State& s, unsigned t, unsigned u) {
  const ThreadInfo& in = *here_[t].info;
  const auto& future = here_[u].future->touches;
  if (try_joins_ || in.joins == u + 1 || (workers_join_ && in.joins)) return true;
  if (here_[t].joins_any && here_[u].info->start == here_[t].joins_start) return true;
  if (workers_join_ && here_[u].info->joins == t + 1) return true;
  if (conflict_by_handles(in, *here_[u].info)) return true;
  if (in.section) {
    auto [f, pc] = in.stack.front();
    const analysis::Footprints& fp = futures_.footprints();
    bool begin = in.instr->kind == model::InstrKind::Builtin && in.instr->builtin == model::Builtin::AtomicBegin;
    if (begin && fp.section_is_open(f, pc)) return true;
    const analysis::AccessSet& mine = begin ? fp.section(f, pc) : here_[t].future->touches;
    return mine.writes.intersects(future.reads) || mine.writes.intersects(future.writes) ||
           mine.reads.intersects(future.writes);
  }
  for (const Touch& a : exposed(s, t))
    if (future.writes.has(a.object) || (a.write && future.reads.has(a.object))) return true;
  return false;
}

bool PersistentSets::races_with_nothing(const State& s, const ThreadInfo& t) const {
  using model::InstrKind;
  if (!known_.suspects || t.status != ThreadStatus::Ready || t.local || t.section || t.cancelled) return false;
  const model::Instr& i = *t.instr;
  const bool plain =
      i.kind == InstrKind::Load || i.kind == InstrKind::Store || i.kind == InstrKind::Copy || i.kind == InstrKind::Fill;
  if (!plain || i.atomic() || i.event == 0 || known_.suspects->has(i.event)) return false;
  const model::Program& p = machine_.program();
  return std::all_of(t.accesses.begin(), t.accesses.end(), [&](const semantics::Access& a) {
    const uint32_t object = machine_.abstract_of(s, a.obj);
    if (object < p.objects.size()) return !p.objects[object].thread_local_;
    const size_t site = object - p.objects.size();
    return !a.atomic && site < p.sites.size() && p.sites[site].kind == model::Site::Heap;
  });
}

bool PersistentSets::no_condition_sees(const ThreadInfo& t) const {
  if (!known_.relevance || t.status != ThreadStatus::Ready || t.local || t.section || t.cancelled) return false;
  const auto [f, pc] = t.stack.front();
  return &machine_.program().procedures[f].code[pc] == t.instr && known_.relevance->quiet(f, pc);
}

// What t's next operation touches and others could touch before it moves.
const std::vector<PersistentSets::Touch>& PersistentSets::exposed(const State& s, unsigned t) {
  Here& h = here_[t];
  if (h.exposed_known) return h.exposed;
  h.exposed_known = true;
  h.exposed.clear();
  if (races_with_nothing(s, *h.info) || no_condition_sees(*h.info)) return h.exposed;
  for (const semantics::Access& a : h.info->accesses)
    if (!machine_.is_private(s, a.obj) && !(locks_ && locks_->protects(s, t, a)))
      h.exposed.push_back({machine_.abstract_of(s, a.obj), a.write});
  return h.exposed;
}

void PersistentSets::add_closure(const State& s, unsigned seed, std::vector<unsigned>& set) {
  const unsigned n = machine_.threads(s);
  for (unsigned u = 0; u < n; ++u) here_[u].in_set = false;
  here_[seed].in_set = true;
  set.assign(1, seed);
  for (size_t k = 0; k < set.size(); ++k)
    for (unsigned u = 0; u < n; ++u)
      if (!here_[u].in_set && here_[u].alive && conflicts(s, set[k], u)) {
        here_[u].in_set = true;
        set.push_back(u);
      }
}

std::vector<unsigned>& PersistentSets::next_set() {
  if (sets_used_ == sets_.size()) sets_.emplace_back();
  std::vector<unsigned>& set = sets_[sets_used_++];
  set.clear();
  return set;
}

std::span<const std::vector<unsigned>> PersistentSets::candidates(const State& s, const std::vector<bool>& can,
                                                                  const std::vector<bool>& steps) {
  const unsigned n = machine_.threads(s);
  size_t all = 0;
  for (unsigned t = 0; t < n; ++t) all += can[t];
  sets_used_ = 0;
  if (!slots_matter_) look_at_threads(s);
  for (unsigned seed = 0; seed < n && !slots_matter_; ++seed) {
    if (!steps[seed] || !can[seed]) continue;
    add_closure(s, seed, closure_);
    const size_t before = sets_used_;
    std::vector<unsigned>& enabled = next_set();
    for (unsigned u = 0; u < n; ++u)
      if (here_[u].in_set && can[u]) enabled.push_back(u);
    const bool only_one = enabled.size() == 1;
    const auto earlier = sets_.begin() + static_cast<ptrdiff_t>(before);
    if (enabled.size() == all || std::find(sets_.begin(), earlier, enabled) != earlier) sets_used_ = before;
    if (only_one) break;
  }
  std::stable_sort(sets_.begin(), sets_.begin() + static_cast<ptrdiff_t>(sets_used_),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::vector<unsigned>& everybody = next_set();
  for (unsigned t = 0; t < n; ++t)
    if (can[t]) everybody.push_back(t);
  return {sets_.data(), sets_used_};
}

}  // namespace heddle::explore
