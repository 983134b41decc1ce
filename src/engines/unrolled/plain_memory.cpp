// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/unrolled/plain_memory.h"

#include <algorithm>

namespace heddle::unrolled {

using model::Builtin;
using model::Instr;
using model::InstrKind;

namespace {

struct Objects {
  base::BitSet locks;    // something synchronises there
  base::BitSet handles;  // handles of threads are stored there
  base::BitSet narrow;   // accessed otherwise than by whole addresses
  base::BitSet plain;    // accessed as memory
};

bool in_whole_words(const model::Program& p, model::ExprId size) {
  return p.exprs[size].op == model::ExprOp::Const && p.exprs[size].bits % (p.pointer_width / 8) == 0;
}

bool starts_thread(const model::Procedure& f) {
  return std::any_of(f.code.begin(), f.code.end(),
                     [](const Instr& i) { return i.kind == InstrKind::Builtin && i.builtin == Builtin::ThreadCreate; });
}

void look_at(const model::Program& p, const Instr& i, model::ProcId f, const analysis::PointsTo& points_to,
             Objects& o) {
  auto at = [&](model::ExprId e) { return points_to.objects(f, e); };
  switch (i.kind) {
    case InstrKind::Load:
    case InstrKind::Store:
    case InstrKind::Rmw:
    case InstrKind::CmpXchg:
      o.plain.add_all(at(i.a));
      if (i.width != p.pointer_width) o.narrow.add_all(at(i.a));
      return;
    case InstrKind::Copy:
      o.plain.add_all(at(i.b));
      if (!in_whole_words(p, i.c)) o.narrow.add_all(at(i.b));
      [[fallthrough]];
    case InstrKind::Fill:
      o.plain.add_all(at(i.a));
      if (!in_whole_words(p, i.c)) o.narrow.add_all(at(i.a));
      return;
    case InstrKind::Builtin: break;
    default: return;
  }
  if (i.builtin == Builtin::ThreadCreate) {
    o.handles.add_all(at(i.args[0]));
    return;
  }
  if (model::synchronises(i.builtin) == model::Synchronises::None) return;
  for (model::ExprId e : i.args) o.locks.add_all(at(e));
}

}  // namespace

const char* seen_as_bytes(const model::Program& p, const analysis::PointsTo& points_to) {
  Objects o;
  for (model::ProcId f = 0; f < p.procedures.size(); ++f) {
    const bool starts = starts_thread(p.procedures[f]);
    for (const Instr& i : p.procedures[f].code) {
      look_at(p, i, f, points_to, o);
      // one of them gets the handle
      if (starts && i.kind == InstrKind::Store) o.handles.add_all(points_to.objects(f, i.a));
    }
  }
  bool parts = o.narrow.intersects(o.handles);
  o.narrow.each([&](size_t object) { parts |= points_to.may_hold_address(static_cast<uint32_t>(object)); });
  if (parts) return "parts of addresses may be read or written";
  if (o.plain.intersects(o.locks)) return "what synchronises may also be accessed as memory";
  return "";
}

}  // namespace heddle::unrolled
