// SPDX-License-Identifier: GPL-3.0-or-later
// The order of the addresses of two objects: a program that locks the object with the lower address first asks for it.
// Any order is possible, but there is one. So each object that takes part in such a comparison gets a rank among the
// others, by a choice, when it is compared first; the state keeps the ranks as long as the objects are there.
//
// And whether two pointers are equal, one of which leads to memory that was freed: the address of that memory may have
// been given out again. The state has the pairs of blocks that may have the same address: the second was taken after
// the first was freed, and nobody has asked yet. Whoever asks chooses. If the addresses are different, the pair is
// gone. If they are the same, so are the pointers: all those to the first block lead to the second from now on.
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
    not_followed("the order of two addresses decides what is accessed");
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

// An object that is gone leaves its place: its address may be given out again, and whoever gets it takes the place
// (merge). One object alone has no order.
std::vector<InputRange> Machine::ranks_after(const Renaming& r, const std::vector<bool>& gone) const {
  std::vector<InputRange> left;
  for (InputRange rank : inputs_) {
    if (rank.kind != InputRange::Rank || rank.parent == 0) continue;
    if (is_dynamic(rank.parent)) {
      const uint32_t k = rank.parent - dynamic_base_;
      if (k >= r.objects.size() || r.objects[k] == model::kNone || (gone[k] && !follow_reuse_)) continue;
      rank.parent = dynamic_base_ + r.objects[k];
    }
    left.push_back(rank);
  }
  std::sort(left.begin(), left.end(), [](const InputRange& a, const InputRange& b) { return a.operand < b.operand; });
  for (size_t k = 0; k < left.size(); ++k) left[k].operand = k;
  if (left.size() < 2) left.clear();
  return left;
}

bool Machine::is_gone(ObjRef o) { return is_dynamic(o) && header(o).status != 0; }

bool Machine::is_block(ObjRef o) {
  if (!is_dynamic(o)) return false;
  const ObjectHeader h = header(o);
  return h.creator == 0 && !(h.site & 0x80000000u);
}

// A comparison is local: who frees one of the two blocks at the same time may have done so before the other was taken.
void Machine::note_compared(ObjRef a, ObjRef b) {
  if (thread_ == &inspect_) return;
  for (ObjRef o : {a, b}) note_compared_variable(o);
  if (follow_reuse_) return;
  if (!p_.strict_pointers && !(is_block(a) && is_block(b))) return;
  for (ObjRef o : {a, b})
    if (is_block(o) && shared(o)) result_.compared.push_back(header(o).site);
}

void Machine::note_compared_variable(ObjRef o) {
  if (!is_dynamic(o) || is_block(o) || is_gone(o) || !shared(o)) return;
  const ObjectHeader h = header(o);
  unsigned owner = h.creator;  // plus one
  for (unsigned t = 0; t < thread_count_ && !owner; ++t) {
    const std::vector<ObjRef>& tls = thread(t).tls;
    if (std::find(tls.begin(), tls.end(), o) != tls.end()) owner = t + 1;
  }
  if (owner != self_ + 1) result_.compared_variables.push_back({abstract_of(h), self_, owner - 1});
}

bool Machine::equals_gone(const Value& a, const Value& b) {
  for (const Value* v : {&a, &b})
    if (is_gone(v->obj) && (p_.strict_pointers || !is_block(v->obj))) {
      undefined("dangling-pointer", "a pointer to memory that is gone is compared with another pointer", v->obj, 0);
      return false;
    }
  const bool blocks = is_block(a.obj) && is_block(b.obj);
  if (a.bits != b.bits) {  // one may begin within the other
    if (blocks && (a.bits - b.bits) % std::min(alignment(a.obj), alignment(b.obj)) != 0) return false;
    unsupported("whether a pointer into freed memory has the address of another part of an object is not known");
    return false;
  }
  return blocks && has_address_of(a.obj, b.obj);
}

InputRange* Machine::rank_of(ObjRef o) {
  for (InputRange& r : inputs_)
    if (r.kind == InputRange::Rank && r.parent == o) return &r;
  return nullptr;
}

bool Machine::has_address_of(ObjRef a, ObjRef b) {
  if (!follow_reuse_) {
    beyond_thread_ = true;
    if (thread_ != &inspect_) result_.needs_reuse = true;
    unsupported("whether a block has the address of one that was freed is not known");
    return false;
  }
  for (InputRange& r : inputs_) {
    if (r.kind != InputRange::Reuse) continue;
    if (!(r.parent == a && r.operand == b) && !(r.parent == b && r.operand == a)) continue;
    if (thread_ == &inspect_) {  // nobody steps: nothing can be chosen
      beyond_thread_ = true;
      unsupported("whether a block has the address of one that was freed is not decided");
      return false;
    }
    inputs_changed_ = true;
    const InputRange *x = rank_of(a), *y = rank_of(b);
    const bool something_between = x && y && x->operand + 1 != y->operand && y->operand + 1 != x->operand;
    if (something_between || !may_have_one_address(a, b) || choices_->pick(2) == 0) {
      r = {0, 0, 0, 0, InputRange::Rank, 0, 0};
      return false;
    }
    merge(r, r.parent, static_cast<ObjRef>(r.operand));
    return !faulted_;
  }
  return false;
}

// Whoever may have the address of one of them may have that of both, or of none. Where pointers may lead is known by
// the place that takes the memory, so that must be the same.
void Machine::merge(InputRange& pair, ObjRef gone, ObjRef into) {
  if (header(gone).site != header(into).site) {
    unsupported("a block has the address of one that another place in the program took and freed");
    return;
  }
  std::vector<ObjRef> partners;
  auto partner = [&](const InputRange& r, ObjRef of) -> ObjRef {
    if (r.kind != InputRange::Reuse || r.lo != 0) return 0;
    return r.parent == of ? static_cast<ObjRef>(r.operand) : r.operand == of ? r.parent : 0;
  };
  pair.lo = pair.hi = 1;
  for (const InputRange& r : inputs_)
    if (ObjRef o = partner(r, gone)) partners.push_back(o);
  for (InputRange& r : inputs_) {
    const ObjRef o = partner(r, into);
    const bool lost = o && std::find(partners.begin(), partners.end(), o) == partners.end();
    if (lost || partner(r, gone)) r = {0, 0, 0, 0, InputRange::Rank, 0, 0};
  }
  if (InputRange* place = rank_of(gone)) {
    if (rank_of(into))
      *place = {0, 0, 0, 0, InputRange::Rank, 0, 0};
    else
      place->parent = into;
  }
  take_over_address(gone, into);
  any_merged_ = result_.chose_reuse = true;
  if (!is_gone(into)) publish(into);
}

ObjRef Machine::merged(ObjRef o) const {
  for (bool again = any_merged_; again;) {
    again = false;
    for (const InputRange& r : inputs_)
      if (r.kind == InputRange::Reuse && r.lo != 0 && r.parent == o) {
        o = static_cast<ObjRef>(r.operand);
        again = true;
        break;
      }
  }
  return o;
}

void Machine::add_reuse(ObjRef gone, ObjRef block) {
  inputs_.push_back({0, 0, 0, 0, InputRange::Reuse, gone, block});
  inputs_changed_ = true;
}

void Machine::may_reuse(ObjRef block) {
  for (ObjRef o = dynamic_base_; o < block; ++o)
    if (is_block(o) && is_gone(o) && merged(o) == o) add_reuse(o, block);
}

std::vector<InputRange> Machine::reuses_after(const Renaming& r) const {
  std::vector<InputRange> left;
  for (InputRange pair : inputs_) {
    if (pair.kind != InputRange::Reuse || pair.lo != 0) continue;
    const uint32_t a = pair.parent - dynamic_base_, b = static_cast<uint32_t>(pair.operand) - dynamic_base_;
    if (a >= r.objects.size() || b >= r.objects.size()) continue;
    if (r.objects[a] == model::kNone || r.objects[b] == model::kNone) continue;
    pair.parent = dynamic_base_ + r.objects[a];
    pair.operand = dynamic_base_ + r.objects[b];
    left.push_back(pair);
  }
  std::sort(left.begin(), left.end(), [](const InputRange& x, const InputRange& y) {
    return std::pair(x.parent, x.operand) < std::pair(y.parent, y.operand);
  });
  return left;
}

}  // namespace heddle::semantics
