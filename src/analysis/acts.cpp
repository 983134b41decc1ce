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

std::vector<std::vector<bool>> acts(const model::Program& p, const PointsTo& points_to) {
  std::vector<std::vector<bool>> all;
  for (model::ProcId f = 0; f < p.procedures.size(); ++f) {
    // an instruction that moves a struct is one act, though it has a part for each field
    std::set<model::EventId> done;
    bool leaves_known_variable = false;
    for (const Instr& i : p.procedures[f].code)
      leaves_known_variable |= i.kind == InstrKind::Alloca && points_to.may_be_shared(abstract_site(p, i.site));
    auto shared = [&](model::ExprId address) { return known_to_others(p, points_to, points_to.objects(f, address)); };
    auto is_act = [&](const Instr& i) {
      switch (i.kind) {
        case InstrKind::Load:
        case InstrKind::Store:
        case InstrKind::Rmw:
        case InstrKind::CmpXchg: return i.event != 0 && done.insert(i.event).second && shared(i.a);
        case InstrKind::Fill: return i.event != 0 && shared(i.a);
        // all of them: two may stand for one instruction of the program
        case InstrKind::Copy: return i.event != 0;
        case InstrKind::ScopeEnd: return i.event != 0 && std::any_of(i.args.begin(), i.args.end(), shared);
        case InstrKind::Return: return i.event != 0 && leaves_known_variable;
        // 0: argc
        case InstrKind::Builtin: return model::is_act(i.builtin) && (i.event != 0 || i.builtin != Builtin::Nondet);
        default: return false;
      }
    };
    all.emplace_back();
    for (const Instr& i : p.procedures[f].code) all.back().push_back(is_act(i));
  }
  return all;
}

}  // namespace heddle::analysis
