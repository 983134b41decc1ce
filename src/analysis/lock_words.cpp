// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lock_words.h"

#include <map>

namespace heddle::analysis {

using model::Instr;
using model::InstrKind;

namespace {

struct Taken {
  uint64_t value = 0;
  uint8_t width = 0;
  bool operator==(const Taken&) const = default;
};

template <class F>
void each_instruction(const model::Program& p, F visit) {
  for (model::ProcId f = 0; f < p.procedures.size(); ++f)
    for (model::Pc pc = 0; pc < p.procedures[f].code.size(); ++pc) visit(f, pc, p.procedures[f].code[pc]);
}

// The constant that an exchange writes.
std::optional<uint64_t> written(const WaitingLoops& loops, const Instr& i) {
  if (i.kind == InstrKind::CmpXchg) return loops.constant(i.c);
  return i.rmw == model::RmwOp::Xchg ? loops.constant(i.b) : std::nullopt;
}

bool learns_nothing(const WaitingLoops& loops, model::Pc pc, const Instr& i, const Taken& taken) {
  if (i.width != taken.width) return false;
  if (i.kind == InstrKind::Store) return true;
  if (i.kind == InstrKind::Rmw && i.rmw != model::RmwOp::Xchg) return false;
  if (i.kind == InstrKind::CmpXchg) {
    auto expected = loops.constant(i.b);
    if (!expected || *expected == taken.value) return false;
  }
  return !loops.result_used(pc) || loops.waits(pc, taken.value);
}

}  // namespace

bool only_acquires(const Instr& i) {
  return (i.kind == InstrKind::Rmw || i.kind == InstrKind::CmpXchg) && i.order == model::MemoryOrder::Acquire;
}

base::BitSet lock_words(const model::Program& p, const PointsTo& points_to, const Footprints& footprints,
                        const std::vector<WaitingLoops>& loops) {
  std::map<size_t, Taken> taken;
  base::BitSet others;
  bool everything = false;
  each_instruction(p, [&](model::ProcId f, model::Pc pc, const Instr& i) {
    if (i.kind == InstrKind::Builtin && i.builtin == model::Builtin::AtomicBegin) {
      everything |= footprints.section_is_open(f, pc);
      others.add_all(footprints.section(f, pc).reads);
      others.add_all(footprints.section(f, pc).writes);
    }
    if (!only_acquires(i)) return;
    auto value = written(loops[f], i);
    points_to.objects(f, i.a).each([&](size_t object) {
      if (!value || taken.try_emplace(object, Taken{*value, i.width}).first->second != Taken{*value, i.width})
        others.add(object);
    });
  });
  each_instruction(p, [&](model::ProcId f, model::Pc pc, const Instr& i) {
    if (!i.atomic() || i.kind == InstrKind::Fence) return;
    points_to.objects(f, i.a).each([&](size_t object) {
      auto it = taken.find(object);
      if (it != taken.end() && !learns_nothing(loops[f], pc, i, it->second)) others.add(object);
    });
  });
  base::BitSet words;
  for (const auto& [object, value] : taken)
    if (!everything && !others.has(object)) words.add(object);
  return words;
}

}  // namespace heddle::analysis
