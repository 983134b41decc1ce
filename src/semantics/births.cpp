// SPDX-License-Identifier: GPL-3.0-or-later
// Who wanted a block of memory. A function that only hands the block on is passed over: `job = xmalloc(sizeof *job)` is
// what made a job. So is a library model, whose caller called it by name.
#include <algorithm>

#include "semantics/machine.h"

namespace heddle::semantics {

using model::Instr;
using model::InstrKind;
using model::LocalId;

namespace {

// Does the procedure return this local, or a copy of it?
bool hands_on(const model::Program& p, const model::Procedure& f, LocalId local) {
  if (local == model::kNoLocal) return false;
  std::vector<bool> copies(f.locals.size());
  copies[local] = true;
  auto is_copy = [&](model::ExprId e) {
    return p.exprs[e].op == model::ExprOp::Local && copies[static_cast<LocalId>(p.exprs[e].bits)];
  };
  for (bool more = true; more;) {
    more = false;
    for (const Instr& i : f.code) {
      if (i.kind == InstrKind::Return && i.a && is_copy(i.a)) return true;
      for (const model::Assignment& a : i.assignments) {
        if (copies[a.local] || !is_copy(a.value)) continue;
        copies[a.local] = more = true;
      }
    }
  }
  return false;
}

}  // namespace

uint16_t Machine::birth_of_block(model::SiteId site) {
  const std::vector<Frame>& frames = thread_->frames;
  auto procedure = [&](size_t k) -> const model::Procedure& { return p_.procedures[frames[k].proc]; };
  auto hands_result_on = [&](size_t k) { return hands_on(p_, procedure(k), procedure(k).code[frames[k].pc].dst); };
  Birth b{p_.sites[site].name, p_.sites[site].pos, p_.sites[site].type};
  bool handed_on = hands_result_on(frames.size() - 1);
  for (size_t k = frames.size() - 1; k > 0; --k) {
    if (!procedure(k).library && (b.type || !handed_on)) break;
    const Instr& call = procedure(k - 1).code[frames[k - 1].pc];
    const model::TypeId pointer = handed_on && call.dst != model::kNoLocal ? procedure(k - 1).locals[call.dst].type : 0;
    const model::TypeId type = p_.types[pointer].kind == model::Type::Pointer ? p_.types[pointer].element : 0;
    if (procedure(k).library || type) b = {procedure(k).name, call.pos, type ? type : b.type};
    handed_on = handed_on && hands_result_on(k - 1);
  }
  auto known = std::find(births_.begin(), births_.end(), b);
  if (known == births_.end()) {
    constexpr size_t kMost = 0xffff;
    if (births_.size() >= kMost) return 0;
    known = births_.insert(births_.end(), std::move(b));
  }
  return static_cast<uint16_t>(known - births_.begin() + 1);
}

Birth Machine::birth_of(const ObjectHeader& h) const {
  if (h.birth) return births_[h.birth - 1u];
  const model::Site& where = p_.sites[h.site];
  const bool ours = p_.files[where.pos.file].find("src/frontend/library/") != std::string::npos;
  return {ours ? where.function : where.name, ours ? model::Position{} : where.pos, where.type};
}

}  // namespace heddle::semantics
