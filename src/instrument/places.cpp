// SPDX-License-Identifier: GPL-3.0-or-later
#include "instrument/places.h"

namespace heddle::instrument {

using model::InstrKind;

Places acts_of(const model::Program& program) {
  Places places;
  for (const model::Procedure& f : program.procedures)
    for (const model::Instr& i : f.code) {
      if (!i.act || i.event == 0) continue;
      Place& p = places[i.event];
      switch (i.kind) {
        case InstrKind::Copy: ++p.copies; break;
        case InstrKind::Fill: p.fill = true; break;
        case InstrKind::Builtin: p.input |= i.builtin == model::Builtin::Nondet; break;
        default: p.access = true;
      }
    }
  return places;
}

}  // namespace heddle::instrument
