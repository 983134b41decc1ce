// SPDX-License-Identifier: GPL-3.0-or-later
// An address as a number: `p >> 4 & 7` chooses a bucket, `p % 13` a lock. The address of an object is any number that
// its alignment allows, but it is one number. So when the low bits of an address are asked for, or what is left of it
// by an odd divisor, that is chosen, and the state keeps the choice as long as it has the object. Low bits and odd
// remainders do not depend on each other (Chinese remainder theorem), nor do those of different objects, whose
// addresses differ in higher bits; two remainders must agree by the common divisor of their divisors.
//
// Until then the value is a pointer that was shifted, or whose low bits were extended to a wider word (Value::loose).
// Nothing else can be asked of it.
#include <algorithm>
#include <bit>
#include <numeric>

#include "semantics/machine.h"

namespace heddle::semantics {

using model::ExprOp;

namespace {

constexpr uint64_t kMostChoices = 256;

// What was chosen of the object's address modulo a power of two, or modulo this odd number.
template <class Ranges>
typename Ranges::value_type* remainder_of(Ranges& all, ObjRef o, uint64_t by) {
  for (auto& r : all)
    if (r.kind == Ranges::value_type::Address && r.parent == o && (by % 2 ? r.lo == by : r.lo % 2 == 0)) return &r;
  return nullptr;
}

}  // namespace

std::optional<uint64_t> Machine::address_modulo(ObjRef o, uint64_t by) {
  const uint64_t aligned = alignment(o);
  if (by == 1 || (by % 2 == 0 && by <= aligned)) return 0;
  InputRange* known = remainder_of(inputs_, o, by);
  if (known && known->lo >= by) return known->operand % by;
  std::vector<uint64_t> possible;
  if (by % 2 == 0) {
    const uint64_t step = known ? known->lo : aligned, first = known ? known->operand : 0;
    for (uint64_t x = first; x < by && possible.size() <= kMostChoices; x += step) possible.push_back(x);
  } else {
    for (uint64_t x = 0; x < by && possible.size() <= kMostChoices; ++x) {
      const bool agrees = std::all_of(inputs_.begin(), inputs_.end(), [&](const InputRange& r) {
        if (r.kind != InputRange::Address || r.parent != o || r.lo % 2 == 0) return true;
        const uint64_t common = std::gcd(r.lo, by);
        return r.operand % common == x % common;
      });
      if (agrees) possible.push_back(x);
    }
  }
  // A section that waits would forget what it chose.
  if (possible.size() > kMostChoices || (possible.size() > 1 && atomic_depth_)) return std::nullopt;
  if (thread_ == &inspect_) {  // nobody steps: nothing can be chosen
    beyond_thread_ = true;
    not_followed("the number of an address decides what is accessed");
    return 0;
  }
  const uint64_t chosen = possible[choices_->pick(static_cast<uint32_t>(possible.size()))];
  result_.chose_order = true;
  inputs_changed_ = true;
  if (known) {
    known->lo = by;
    known->operand = chosen;
  } else {
    inputs_.push_back({by, 0, 0, 0, InputRange::Address, o, chosen});
  }
  return chosen;
}

// The lowest bits of an address in the middle of an object.
std::optional<uint64_t> Machine::low_bits_of_address(const Value& v, unsigned bits) {
  if (bits >= 32) return std::nullopt;
  const std::optional<uint64_t> base = address_modulo(v.obj, uint64_t{1} << bits);
  if (!base) return std::nullopt;
  return (*base + v.bits) & mask(bits);
}

// The number modulo `by`; the number is the address without its lowest bits.
std::optional<uint64_t> Machine::remainder_of_address(const Value& v, uint64_t by) {
  const unsigned shift = v.shift(), twos = static_cast<unsigned>(std::countr_zero(by));
  const uint64_t odd = by >> twos;
  const std::optional<uint64_t> low = low_bits_of_address(v, shift + twos);
  if (!low || odd == 1) return low ? std::optional(*low >> shift) : std::nullopt;
  const std::optional<uint64_t> base = address_modulo(v.obj, odd);
  if (!base) return std::nullopt;
  const int64_t n = static_cast<int64_t>(odd), offset = static_cast<int64_t>(v.bits) % n;
  const int64_t cut = static_cast<int64_t>((*low & mask(shift)) % odd);
  uint64_t rest = static_cast<uint64_t>(((static_cast<int64_t>(*base) + offset - cut) % n + n) % n);
  for (unsigned k = 0; k < shift; ++k) rest = rest % 2 ? (rest + odd) / 2 : rest / 2;  // halved, modulo an odd number
  uint64_t x = *low >> shift;
  while (x % odd != rest) x += uint64_t{1} << twos;
  return x;
}

// What a number is that was made of an address; nothing if that cannot be said.
std::optional<Value> Machine::compute_with_address(const model::Expr& e, const Value& a, const Value& b) {
  const bool left = a.tag == Tag::Ptr, both = left && b.tag == Tag::Ptr;
  const Value &v = left ? a : b, &other = left ? b : a;
  if (both || other.undef || v.obj == handles_ || v.obj == 0) return std::nullopt;
  const unsigned width = v.cut() ? v.width() : p_.pointer_width;
  const bool whole = !v.cut() || (v.loose() && width + v.shift() == p_.pointer_width);  // nothing is missing above
  const uint64_t n = other.bits;
  std::optional<uint64_t> number;
  switch (e.op) {
    case ExprOp::LShr:
    case ExprOp::AShr:
      if (!left || n >= width) break;
      if (n == 0) return v;
      if (e.op == ExprOp::AShr && whole && p_.pointer_width != 64 && width == n + 1) break;
      return v.loosened(width - static_cast<unsigned>(n) - (e.op == ExprOp::AShr && p_.pointer_width != 64),
                        v.shift() + static_cast<unsigned>(n));
    case ExprOp::And: {
      const unsigned bits = static_cast<unsigned>(std::bit_width(n));
      const uint64_t cleared = ~n & mask(p_.pointer_width);
      if (bits <= width) {
        number = low_bits_of_address(v, v.shift() + bits);
        if (number) return int_value(*number >> v.shift() & n);
      }
      if (v.cut() || e.width != p_.pointer_width || (cleared & (cleared + 1))) break;
      number = low_bits_of_address(v, static_cast<unsigned>(std::bit_width(cleared)));
      if (number) return ptr_value(v.obj, static_cast<int64_t>(v.bits - *number));
      break;
    }
    case ExprOp::SRem:  // of an address below the middle of all addresses, as every program's are with 64 bits
      if (!whole || p_.pointer_width != 64 || n > kMostChoices) break;
      [[fallthrough]];
    case ExprOp::URem: {
      const bool only_bits = std::has_single_bit(n);
      if (!left || n == 0 || n > (only_bits ? uint64_t{1} << 16 : kMostChoices)) break;
      if (!whole && (!only_bits || static_cast<unsigned>(std::bit_width(n)) > width)) break;
      number = remainder_of_address(v, n);
      if (number) return int_value(*number);
      break;
    }
    default: break;
  }
  return std::nullopt;
}

// Can both be the address of one block?
bool Machine::may_have_one_address(ObjRef a, ObjRef b) const {
  for (const InputRange& x : inputs_)
    for (const InputRange& y : inputs_) {
      if (x.kind != InputRange::Address || y.kind != InputRange::Address || x.parent != a || y.parent != b) continue;
      const uint64_t common = std::gcd(x.lo, y.lo);
      if (x.operand % common != y.operand % common) return false;
    }
  return true;
}

// What was chosen for a block that is gone holds for the one that has its address now.
void Machine::take_over_address(ObjRef gone, ObjRef into) {
  for (InputRange& r : inputs_) {
    if (r.kind != InputRange::Address || r.parent != gone) continue;
    InputRange* own = remainder_of(inputs_, into, r.lo);
    if (!own) {
      r.parent = into;
      continue;
    }
    if (own->lo < r.lo) own->lo = r.lo, own->operand = r.operand;
    r = {0, 0, 0, 0, InputRange::Rank, 0, 0};
  }
}

std::vector<InputRange> Machine::addresses_after(const Renaming& r) const {
  std::vector<InputRange> left;
  for (InputRange a : inputs_) {
    if (a.kind != InputRange::Address) continue;
    if (is_dynamic(a.parent)) {
      const uint32_t k = a.parent - dynamic_base_;
      if (k >= r.objects.size() || r.objects[k] == model::kNone) continue;
      a.parent = dynamic_base_ + r.objects[k];
    }
    left.push_back(a);
  }
  std::sort(left.begin(), left.end(), [](const InputRange& a, const InputRange& b) {
    return a.parent != b.parent ? a.parent < b.parent : a.lo < b.lo;
  });
  return left;
}

}  // namespace heddle::semantics
