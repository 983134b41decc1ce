// SPDX-License-Identifier: GPL-3.0-or-later
#include "claims/places.h"

#include <algorithm>

#include "claims/lock_ghosts.h"

namespace heddle::claims {

std::vector<trace::ClaimPlace> places(const model::Program& p, const std::function<bool(model::ProcId)>& runs,
                                      const std::function<bool(model::ProcId)>& main_runs) {
  std::vector<trace::ClaimPlace> all;
  for (model::ProcId f = 0; f < p.procedures.size(); ++f) {
    const model::Procedure& code = p.procedures[f];
    if (code.library || code.pos.file == 0 || !runs(f)) continue;
    // Within a section nothing is at rest.
    const bool sections = std::any_of(code.code.begin(), code.code.end(), [](const model::Instr& i) {
      return i.kind == model::InstrKind::Builtin && i.builtin == model::Builtin::AtomicBegin;
    });
    if (sections || code.name.starts_with("__VERIFIER_atomic")) continue;
    const bool threads_only = !main_runs(f);
    all.push_back({p.files[code.pos.file], code.name, code.pos.line, 0, "", threads_only});
    for (const model::Instr& i : code.code)
      if (const char* call = i.kind == model::InstrKind::Builtin ? name_of_call(i.builtin) : nullptr;
          call && i.pos.file)
        all.push_back({p.files[i.pos.file], code.name, i.pos.line, i.pos.column, call, threads_only});
  }
  return all;
}

}  // namespace heddle::claims
