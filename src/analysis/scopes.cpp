// SPDX-License-Identifier: GPL-3.0-or-later
// Where an address can be: in memory or with another thread (PointsTo::may_be_shared covers both), in a local of the
// procedure that made the object, in one of a procedure that it called and that has returned by now, or, if the
// procedure returns it, with a caller.
#include "analysis/scopes.h"

#include <algorithm>
#include <map>

#include "model/live_locals.h"

namespace heddle::analysis {

using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::Pc;
using model::ProcId;

namespace {

class Scopes {
 public:
  Scopes(model::Program& p, const PointsTo& points_to) : program_(p), points_to_(points_to) {
    for (ProcId f = 0; f < p.procedures.size(); ++f)
      for (const Instr& i : p.procedures[f].code)
        if (i.kind == InstrKind::Builtin && synchronises(i.builtin))
          for (model::ExprId e : i.args) synchronised_.add_all(points_to.objects(f, e));
  }

  void settle(ProcId f) {
    std::vector<Instr>& code = program_.procedures[f].code;
    auto concerned = [](const Instr& i) { return i.kind == InstrKind::Alloca || i.kind == InstrKind::ScopeEnd; };
    if (std::none_of(code.begin(), code.end(), concerned)) return;
    const std::vector<std::vector<LocalId>> live = model::live_locals(program_, program_.procedures[f]);
    for (Pc pc = 0; pc < code.size(); ++pc) {
      Instr& i = code[pc];
      if (i.kind == InstrKind::ScopeEnd) {
        std::erase_if(i.args, [&](model::ExprId address) {
          bool noticed = false;
          points_to_.objects(f, address).each([&](size_t o) {
            noticed |= is_held(f, live[pc + 1], static_cast<uint32_t>(o));
          });
          return !noticed;
        });
      } else if (i.kind == InstrKind::Alloca) {
        uint32_t object = abstract_site(program_, i.site);
        i.forgotten = !is_held(f, live[pc], object) && !points_to_.may_return(f, object) &&
                      !synchronised_.has(object) && !calls_itself(f);
      }
    }
    drop_empty_ends(code);
  }

 private:
  static bool synchronises(model::Builtin b) {
    switch (model::event_kind(b)) {
      case model::EventKind::Local:
      case model::EventKind::Input:
      case model::EventKind::Error:
      case model::EventKind::Exit:
      case model::EventKind::Section:
      case model::EventKind::Alloc:
      case model::EventKind::Free:
      case model::EventKind::Create:
      case model::EventKind::Join:
      case model::EventKind::ThreadExit: return false;
      default: return true;
    }
  }

  bool is_held(ProcId f, const std::vector<LocalId>& live, uint32_t object) const {
    return points_to_.may_be_shared(object) ||
           std::any_of(live.begin(), live.end(), [&](LocalId l) { return points_to_.may_hold(f, l, object); });
  }

  std::vector<ProcId> callees(ProcId f) const {
    std::vector<ProcId> all;
    for (const Instr& i : program_.procedures[f].code) {
      if (i.kind == InstrKind::Call) all.push_back(i.callee);
      std::vector<ProcId> more;
      if (i.kind == InstrKind::CallPointer) more = points_to_.targets(f, i.a);
      if (i.kind == InstrKind::Builtin && i.builtin == model::Builtin::Unmodelled)
        more = points_to_.escaped_procedures();
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }

  bool calls_itself(ProcId f) {
    auto [known, fresh] = calls_itself_.try_emplace(f, false);
    if (!fresh) return known->second;
    std::vector<bool> seen(program_.procedures.size(), false);
    std::vector<ProcId> todo = callees(f);
    while (!todo.empty() && !seen[f]) {
      ProcId g = todo.back();
      todo.pop_back();
      if (seen[g]) continue;
      seen[g] = true;
      for (ProcId h : callees(g)) todo.push_back(h);
    }
    return calls_itself_[f] = seen[f];
  }

  static void drop_empty_ends(std::vector<Instr>& code) {
    std::vector<Pc> moved;
    std::vector<Instr> kept;
    for (Instr& i : code) {
      moved.push_back(static_cast<Pc>(kept.size()));
      if (i.kind != InstrKind::ScopeEnd || !i.args.empty()) kept.push_back(std::move(i));
    }
    if (kept.size() == code.size()) {
      code = std::move(kept);
      return;
    }
    for (Instr& i : kept) {
      if (i.kind == InstrKind::Jump || i.kind == InstrKind::Branch || i.kind == InstrKind::Switch)
        i.target = moved[i.target];
      if (i.kind == InstrKind::Branch) i.target2 = moved[i.target2];
      for (auto& [value, target] : i.cases) target = moved[target];
    }
    code = std::move(kept);
  }

  model::Program& program_;
  const PointsTo& points_to_;
  // engines keep what synchronises apart from the bytes of its object, so the object is no new one then
  base::BitSet synchronised_;
  std::map<ProcId, bool> calls_itself_;
};

}  // namespace

void settle_scopes(model::Program& p, const PointsTo& points_to) {
  Scopes scopes(p, points_to);
  for (ProcId f = 0; f < p.procedures.size(); ++f) scopes.settle(f);
}

}  // namespace heddle::analysis
