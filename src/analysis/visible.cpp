// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/visible.h"

namespace heddle::analysis {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::Pc;
using model::ProcId;

namespace {

bool creates(const Instr& i) { return i.kind == InstrKind::Builtin && i.builtin == Builtin::ThreadCreate; }

std::vector<ProcId> callees(const PointsTo& points_to, ProcId f, const Instr& i) {
  if (i.kind == InstrKind::Call) return {i.callee};
  if (i.kind == InstrKind::CallPointer) return points_to.targets(f, i.a);
  return {};
}

}  // namespace

Visible::Visible(const model::Program& p, const PointsTo& points_to, const Footprints& footprints, Patience patience)
    : p_(p), points_to_(points_to) {
  find_concurrent_accesses(footprints);
  add_moved_blocks();
  for (ProcId f = 0; f < p.procedures.size(); ++f) {
    visible_.emplace_back();
    for (const Instr& i : p.procedures[f].code) patience.ask(), visible_[f].push_back(is_visible(f, i));
  }
}

// Who may run at the same time: what threads begin with, and whatever follows the creation of a thread.
void Visible::find_concurrent_accesses(const Footprints& footprints) {
  std::vector<bool> makes_threads(p_.procedures.size(), false);
  for (bool again = true; again;) {
    again = false;
    for (ProcId f = 0; f < p_.procedures.size(); ++f)
      for (const Instr& i : p_.procedures[f].code) {
        bool makes = creates(i);
        for (ProcId g : callees(points_to_, f, i)) makes |= makes_threads[g];
        again |= makes && !makes_threads[f];
        if (makes) makes_threads[f] = true;
      }
  }
  auto add = [&](ProcId kind, const AccessSet& set) {
    writes_[kind].add_all(set.writes);
    written_.add_all(set.writes);
    touched_.add_all(set.writes);
    touched_.add_all(set.reads);
  };
  for (ProcId f = 0; f < p_.procedures.size(); ++f)
    for (Pc pc = 0; pc < p_.procedures[f].code.size(); ++pc) {
      const Instr& i = p_.procedures[f].code[pc];
      bool behind = creates(i);
      for (ProcId g : callees(points_to_, f, i)) behind |= makes_threads[g];
      if (behind) add(p_.entry, footprints.future(f, pc));
      if (!creates(i)) continue;
      for (ProcId g : points_to_.targets(f, i.args[2]))
        if (!p_.procedures[g].code.empty()) add(g, footprints.future(g, 0));
    }
}

// Footprints know that realloc ends a block; that it fills the new one matters here.
void Visible::add_moved_blocks() {
  for (const model::Procedure& f : p_.procedures)
    for (const Instr& i : f.code) {
      if (i.kind != InstrKind::Builtin || i.builtin != Builtin::Realloc) continue;
      const uint32_t made = abstract_site(p_, i.site);
      for (auto& [kind, writes] : writes_) writes.add(made);
      written_.add(made);
      touched_.add(made);
    }
}

bool Visible::others_write(ProcId entry, uint32_t abstract) const {
  for (const auto& [kind, writes] : writes_)
    if ((kind != entry || entry != p_.entry) && writes.has(abstract)) return true;
  return false;
}

bool Visible::shared(uint32_t o) const {
  if (o < p_.objects.size() && !p_.objects[o].thread_local_) return !p_.objects[o].constant;
  return points_to_.may_be_shared(o);
}

bool Visible::is_visible(ProcId f, const Instr& i) const {
  auto any = [&](model::ExprId address, const base::BitSet& among) {
    bool found = false;
    points_to_.objects(f, address).each([&](size_t o) { found |= shared(static_cast<uint32_t>(o)) && among.has(o); });
    return found;
  };
  switch (i.kind) {
    case InstrKind::Load: return any(i.a, written_);
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg:
    case InstrKind::Fill: return any(i.a, touched_);
    case InstrKind::Copy: return any(i.a, touched_) || any(i.b, written_);
    case InstrKind::Return:
      for (const Instr& other : p_.procedures[f].code)
        if (other.kind == InstrKind::Alloca && points_to_.may_be_shared(abstract_site(p_, other.site))) return true;
      return false;
    case InstrKind::ScopeEnd:
      for (model::ExprId address : i.args) {
        bool known = false;
        points_to_.objects(f, address).each([&](size_t o) {
          known |= points_to_.may_be_shared(static_cast<uint32_t>(o));
        });
        if (known) return true;
      }
      return false;
    case InstrKind::Builtin: break;
    default: return false;
  }
  if (model::is_silent(i.builtin)) return false;  // the end of a thread is an operation of its own
  if (i.builtin == Builtin::Realloc && points_to_.may_be_shared(abstract_site(p_, i.site))) return true;
  if (i.builtin == Builtin::Free || i.builtin == Builtin::Realloc) return any(i.args[0], touched_);
  return true;
}

}  // namespace heddle::analysis
