// SPDX-License-Identifier: GPL-3.0-or-later
// Words: adders, multipliers, dividers and shifters out of the gates of gates.cpp. Constant bits vanish in the gates,
// so that nothing here looks for them, except where a whole row can be left out.
#include "smt/bits.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::smt {

Bits Circuit::constant(uint64_t value, unsigned width) {
  Bits bits(width, kFalse);
  for (unsigned i = 0; i < width && i < 64; ++i)
    if (value >> i & 1) bits[i] = kTrue;
  return bits;
}

Bits Circuit::fresh(unsigned width) {
  Bits bits(width);
  for (Lit& l : bits) l = solver_.new_literal();
  return bits;
}

bool Circuit::is_constant(const Bits& a) {
  return std::all_of(a.begin(), a.end(), [](Lit l) { return l.is_constant(); });
}

uint64_t Circuit::constant_value(const Bits& a) {
  uint64_t value = 0;
  for (size_t i = 0; i < a.size() && i < 64; ++i) value |= uint64_t{a[i] == kTrue} << i;
  return value;
}

uint64_t Circuit::value(const Bits& a) const {
  uint64_t value = 0;
  for (size_t i = 0; i < a.size() && i < 64; ++i) value |= uint64_t{solver_.value(a[i])} << i;
  return value;
}

namespace {
template <class F>
Bits bitwise(const Bits& a, const Bits& b, F f) {
  HEDDLE_CHECK(a.size() == b.size()) << "widths " << a.size() << " and " << b.size();
  Bits bits(a.size());
  for (size_t i = 0; i < a.size(); ++i) bits[i] = f(a[i], b[i]);
  return bits;
}
}  // namespace

Bits Circuit::ite(Lit c, const Bits& a, const Bits& b) {
  return bitwise(a, b, [&](Lit x, Lit y) { return ite(c, x, y); });
}
Bits Circuit::and_(const Bits& a, const Bits& b) {
  return bitwise(a, b, [&](Lit x, Lit y) { return and_(x, y); });
}
Bits Circuit::or_(const Bits& a, const Bits& b) {
  return bitwise(a, b, [&](Lit x, Lit y) { return or_(x, y); });
}
Bits Circuit::xor_(const Bits& a, const Bits& b) {
  return bitwise(a, b, [&](Lit x, Lit y) { return xor_(x, y); });
}

Bits Circuit::not_(const Bits& a) {
  Bits bits = a;
  for (Lit& l : bits) l = ~l;
  return bits;
}

Bits Circuit::extend(const Bits& a, unsigned width, bool is_signed) {
  Bits bits = a;
  bits.resize(width, is_signed && !a.empty() ? a.back() : kFalse);
  return bits;
}

Circuit::Sum Circuit::sum(const Bits& a, const Bits& b, Lit carry) {
  Bits bits = bitwise(a, b, [&](Lit x, Lit y) {
    Lit s = xor_(xor_(x, y), carry);
    carry = majority(x, y, carry);
    return s;
  });
  return {bits, carry};
}

Bits Circuit::add(const Bits& a, const Bits& b) { return sum(a, b, kFalse).bits; }
Bits Circuit::sub(const Bits& a, const Bits& b) { return sum(a, not_(b), kTrue).bits; }

// One shifted copy of a for each bit of b, the operand with more bits that are 0.
Bits Circuit::mul(const Bits& a, const Bits& b) {
  auto zeros = [](const Bits& x) { return std::count(x.begin(), x.end(), kFalse); };
  if (zeros(a) > zeros(b)) return mul(b, a);
  HEDDLE_CHECK(a.size() == b.size()) << "widths " << a.size() << " and " << b.size();
  Bits product(a.size(), kFalse);
  for (size_t i = 0; i < b.size(); ++i) {
    if (b[i] == kFalse) continue;
    Bits row(a.size(), kFalse);
    for (size_t j = i; j < a.size(); ++j) row[j] = and_(a[j - i], b[i]);
    product = add(product, row);
  }
  return product;
}

// Restoring division, highest bit first; the carry of rest - b says that b still fits. The rest is one bit wider than b
// on the way. A divisor of 0 always fits and takes nothing away: all ones, and the rest is a.
Circuit::Division Circuit::divide(const Bits& a, const Bits& b) {
  HEDDLE_CHECK(a.size() == b.size()) << "widths " << a.size() << " and " << b.size();
  unsigned width = static_cast<unsigned>(a.size());
  Bits divisor = not_(extend(b, width + 1, false)), rest(width + 1, kFalse), quotient(width);
  for (unsigned i = width; i-- > 0;) {
    rest.insert(rest.begin(), a[i]);
    rest.pop_back();
    Sum left = sum(rest, divisor, kTrue);
    quotient[i] = left.carry;
    rest = ite(left.carry, left.bits, rest);
  }
  return {quotient, cut(rest, width)};
}

Bits Circuit::udiv(const Bits& a, const Bits& b) { return divide(a, b).quotient; }
Bits Circuit::urem(const Bits& a, const Bits& b) { return divide(a, b).rest; }

Bits Circuit::negate_if(Lit c, const Bits& a) {
  Bits flipped = a;
  for (Lit& l : flipped) l = xor_(l, c);
  return sum(flipped, Bits(a.size(), kFalse), c).bits;
}

Bits Circuit::absolute(const Bits& a) { return negate_if(a.back(), a); }
Bits Circuit::sdiv(const Bits& a, const Bits& b) {
  return negate_if(xor_(a.back(), b.back()), udiv(absolute(a), absolute(b)));
}
Bits Circuit::srem(const Bits& a, const Bits& b) { return negate_if(a.back(), urem(absolute(a), absolute(b))); }

// A stage for each bit of b that moves by less than the width; one of the others set leaves nothing but the fill.
Bits Circuit::shift(const Bits& a, const Bits& b, bool left, Lit fill) {
  Bits bits = a;
  size_t width = a.size();
  Clause too_far;
  for (size_t stage = 0; stage < b.size(); ++stage) {
    if (stage >= 32 || (size_t{1} << stage) >= width) {
      too_far.push_back(b[stage]);
      continue;
    }
    size_t by = size_t{1} << stage;
    Bits moved(width, fill);
    for (size_t i = 0; i + by < width; ++i) moved[left ? i + by : i] = bits[left ? i : i + by];
    bits = ite(b[stage], moved, bits);
  }
  return ite(any(too_far), Bits(width, fill), bits);
}

Bits Circuit::shl(const Bits& a, const Bits& b) { return shift(a, b, true, kFalse); }
Bits Circuit::lshr(const Bits& a, const Bits& b) { return shift(a, b, false, kFalse); }
Bits Circuit::ashr(const Bits& a, const Bits& b) { return shift(a, b, false, a.back()); }

Lit Circuit::eq(const Bits& a, const Bits& b) {
  return all(bitwise(a, b, [&](Lit x, Lit y) { return ~xor_(x, y); }));
}

// From the lowest bit up: below so far, unless this bit says otherwise.
Lit Circuit::ult(const Bits& a, const Bits& b) {
  HEDDLE_CHECK(a.size() == b.size()) << "widths " << a.size() << " and " << b.size();
  Lit below = kFalse;
  for (size_t i = 0; i < a.size(); ++i) below = majority(~a[i], b[i], below);
  return below;
}

Lit Circuit::slt(const Bits& a, const Bits& b) {
  Bits x = a, y = b;
  std::swap(x.back(), y.back());
  return ult(x, y);
}

void Circuit::implies_equal(Lit when, const Bits& a, const Bits& b) {
  HEDDLE_CHECK(a.size() == b.size()) << "widths " << a.size() << " and " << b.size();
  if (when == kFalse) return;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    solver_.add({~when, ~a[i], b[i]});
    solver_.add({~when, a[i], ~b[i]});
  }
}

}  // namespace heddle::smt
