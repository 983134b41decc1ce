// SPDX-License-Identifier: GPL-3.0-or-later
// The order of the addresses of two objects: a program that locks the object with the lower address first asks for it.
// Any order is possible, but there is one. So each object that takes part in such a comparison gets a rank among the
// others, by a choice, when it is compared first; the state keeps the ranks as long as the objects are there.
#include <algorithm>

#include "semantics/machine.h"

namespace heddle::semantics {

bool Machine::has_order(const Value& a, const Value& b) {
  if (a.obj == b.obj || a.cut() || b.cut()) return false;
  for (const Value* v : {&a, &b}) {
    if (v->obj == 0 || is_function(v->obj)) return false;
    if (is_dynamic(v->obj) && header(v->obj).status != 0) return false;
  }
  return !may_be_same_address(a, b);  // then one of them is outside, or at an end
}

bool Machine::lies_before(ObjRef a, ObjRef b) {
  if (thread_ == &inspect_) {  // nobody steps: nothing can be chosen
    beyond_thread_ = true;
    unsupported("the order of two addresses decides what is accessed");
    return false;
  }
  take_rank(a);
  take_rank(b);
  uint64_t first = 0, second = 0;
  for (const InputRange& r : inputs_) {
    if (r.kind == InputRange::Rank && r.parent == a) first = r.operand;
    if (r.kind == InputRange::Rank && r.parent == b) second = r.operand;
  }
  return first < second;
}

// The first choice is the order in which the objects were made.
void Machine::take_rank(ObjRef o) {
  uint32_t others = 0, older = 0;
  for (const InputRange& r : inputs_) {
    if (r.kind != InputRange::Rank || r.parent == 0) continue;
    if (r.parent == o) return;
    ++others;
    older += r.parent < o;
  }
  const uint32_t pick = others ? choices_->pick(others + 1) : 0;
  result_.chose_order |= others != 0;
  const uint64_t rank = (older + pick) % (others + 1);
  for (InputRange& r : inputs_)
    if (r.kind == InputRange::Rank && r.parent != 0 && r.operand >= rank) ++r.operand;
  inputs_.push_back({0, 0, 0, 0, InputRange::Rank, o, rank});
  inputs_changed_ = true;
}

// An object that is gone leaves its place: its address may be given out again. One object alone has no order.
std::vector<Machine::InputRange> Machine::ranks_after(const Renaming& r, const std::vector<bool>& gone) const {
  std::vector<InputRange> left;
  for (InputRange rank : inputs_) {
    if (rank.kind != InputRange::Rank || rank.parent == 0) continue;
    if (is_dynamic(rank.parent)) {
      const uint32_t k = rank.parent - dynamic_base_;
      if (k >= r.objects.size() || r.objects[k] == model::kNone || gone[k]) continue;
      rank.parent = dynamic_base_ + r.objects[k];
    }
    left.push_back(rank);
  }
  std::sort(left.begin(), left.end(), [](const InputRange& a, const InputRange& b) { return a.operand < b.operand; });
  for (size_t k = 0; k < left.size(); ++k) left[k].operand = k;
  if (left.size() < 2) left.clear();
  return left;
}

}  // namespace heddle::semantics
