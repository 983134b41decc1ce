// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/deciding.h"

namespace heddle::impact {

namespace z3 = smt::z3;
using flow::Slot;

namespace {

using Names = std::map<unsigned, Slot>;  // by Z3's number of a variable

// Whether there are new ones in the term.
bool collect(const z3::Term& root, const Names& shared, const Names& own, std::set<Slot>& into) {
  const size_t before = into.size();
  z3::each_part(root, [&](const z3::Term& t) {
    if (auto it = shared.find(t.id()); it != shared.end()) into.insert(it->second);
    if (auto it = own.find(t.id()); it != own.end()) into.insert(it->second);
    return true;
  });
  return into.size() > before;
}

}  // namespace

Deciding::Deciding(const flow::Flow& flow) {
  Names shared;
  std::vector<Names> own;
  for (const flow::Variable& v : flow.shared) shared.emplace(v.now.id(), v.slot);
  for (const flow::Rest& r : flow.rests) {
    own.emplace_back();
    for (const auto& [slot, v] : r.mine)
      if (v.number.n.op() == z3::Op::Variable) own.back().emplace(v.number.n.id(), slot);
  }
  for (size_t r = 0; r < flow.rests.size(); ++r) {
    for (const flow::Fault& f : flow.rests[r].faults) collect(f.when, shared, own[r], slots_);
    for (const flow::Step& s : flow.rests[r].steps) collect(s.when, shared, own[r], slots_);
  }
  for (bool again = true; again;) {
    again = false;
    for (size_t r = 0; r < flow.rests.size(); ++r)
      for (const flow::Step& s : flow.rests[r].steps) {
        auto follow = [&](const std::map<Slot, flow::Value>& made) {
          for (const auto& [slot, v] : made)
            if (decides(slot)) again |= collect(v.number.n, shared, own[r], slots_);
        };
        follow(s.mine);
        follow(s.shared);
        for (const flow::Start& t : s.starts) follow(t.with);
      }
  }
}

}  // namespace heddle::impact
