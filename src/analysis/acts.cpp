// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/acts.h"

#include <algorithm>
#include <set>

#include "analysis/points_to.h"

namespace heddle::analysis {
namespace {

using model::Builtin;
using model::Instr;
using model::InstrKind;

bool known_to_others(const model::Program& p, const PointsTo& points_to, const base::BitSet& objects) {
  bool found = objects.empty();  // only a null or wild pointer can come here: a place to fail at
  objects.each([&](size_t element) {
    uint32_t o = static_cast<uint32_t>(element);
    bool everybodys = o < p.objects.size() && !p.objects[o].thread_local_;
    found |= everybodys ? !p.objects[o].constant : points_to.may_be_shared(o);
  });
  return found;
}

}  // namespace

void mark_acts(model::Program& p, const PointsTo& points_to) {
  for (model::ProcId f = 0; f < p.procedures.size(); ++f) {
    // an instruction that moves a struct is one act, though it has a part for each field
    std::set<model::EventId> done;
    bool leaves_known_variable = false;
    for (const Instr& i : p.procedures[f].code)
      leaves_known_variable |= i.kind == InstrKind::Alloca && points_to.may_be_shared(abstract_site(p, i.site));
    for (Instr& i : p.procedures[f].code) {
      auto shared = [&](model::ExprId address) { return known_to_others(p, points_to, points_to.objects(f, address)); };
      switch (i.kind) {
        case InstrKind::Load:
        case InstrKind::Store:
        case InstrKind::Rmw:
        case InstrKind::CmpXchg: i.act = i.event != 0 && done.insert(i.event).second && shared(i.a); break;
        case InstrKind::Fill: i.act = i.event != 0 && shared(i.a); break;
        // all of them: two may stand for one instruction of the program
        case InstrKind::Copy: i.act = i.event != 0; break;
        case InstrKind::ScopeEnd: i.act = i.event != 0 && std::any_of(i.args.begin(), i.args.end(), shared); break;
        case InstrKind::Return: i.act = i.event != 0 && leaves_known_variable; break;
        // 0: argc
        case InstrKind::Builtin:
          i.act = model::is_act(i.builtin) && (i.event != 0 || i.builtin != Builtin::Nondet);
          break;
        default: break;
      }
    }
  }
}

}  // namespace heddle::analysis
