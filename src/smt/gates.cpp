// SPDX-License-Identifier: GPL-3.0-or-later
// Gates: each is simplified first, then looked up under a normal form, and only then becomes a literal with clauses.
// The clauses go both ways, since a gate may be used with either sign.
#include <algorithm>

#include "smt/bits.h"

namespace heddle::smt {

namespace {
uint64_t key(Lit a, Lit b) { return uint64_t{a.code} << 32 | b.code; }
bool negative(Lit l) { return l.code & 1; }
}  // namespace

Lit Circuit::and_(Lit a, Lit b) {
  work();
  if (b < a) std::swap(a, b);
  if (a == kTrue || a == b) return b;
  if (a == kFalse || a == ~b) return kFalse;
  auto [at, fresh] = ands_.try_emplace(key(a, b));
  if (!fresh) return at->second;
  Lit g = at->second = solver_.new_literal();
  solver_.add({~g, a});
  solver_.add({~g, b});
  solver_.add({g, ~a, ~b});
  return g;
}

Lit Circuit::xor_(Lit a, Lit b) {
  work();
  if (b < a) std::swap(a, b);
  if (a.is_constant()) return a == kTrue ? ~b : b;
  if (negative(a) != negative(b)) return ~xor_(negative(a) ? ~a : a, negative(b) ? ~b : b);
  if (negative(a)) return xor_(~a, ~b);
  if (a == b) return kFalse;
  auto [at, fresh] = xors_.try_emplace(key(a, b));
  if (!fresh) return at->second;
  Lit g = at->second = solver_.new_literal();
  solver_.add({~g, a, b});
  solver_.add({~g, ~a, ~b});
  solver_.add({g, ~a, b});
  solver_.add({g, a, ~b});
  return g;
}

Lit Circuit::ite(Lit c, Lit a, Lit b) {
  if (negative(c)) return ite(~c, b, a);  // also c = kFalse
  if (c == kTrue || a == b) return a;
  if (a == ~b) return ~xor_(c, a);
  if (a == kTrue || a == c) return or_(c, b);
  if (a == kFalse || a == ~c) return and_(~c, b);
  if (b == kTrue || b == ~c) return or_(~c, a);
  if (b == kFalse || b == c) return and_(c, a);
  if (negative(a)) return ~ite(c, ~a, ~b);
  auto [at, fresh] = ites_.try_emplace({c, a, b});
  if (!fresh) return at->second;
  Lit g = at->second = solver_.new_literal();
  solver_.add({~c, ~a, g});
  solver_.add({~c, a, ~g});
  solver_.add({c, ~b, g});
  solver_.add({c, b, ~g});
  solver_.add({~a, ~b, g});  // these two follow, and let g be known before c
  solver_.add({a, b, ~g});
  return g;
}

// True when two of the three are: the carry of an adder.
Lit Circuit::majority(Lit a, Lit b, Lit c) {
  std::array<Lit, 3> in{a, b, c};
  std::sort(in.begin(), in.end());
  auto [x, y, z] = in;
  if (x == kTrue) return or_(y, z);
  if (x == kFalse) return and_(y, z);
  if (x == y || y == z) return y;
  if (x == ~y) return z;
  if (y == ~z) return x;
  if (negative(x)) return ~majority(~x, ~y, ~z);
  auto [at, fresh] = majorities_.try_emplace({x, y, z});
  if (!fresh) return at->second;
  Lit g = at->second = solver_.new_literal();
  for (auto [p, q] : {std::pair{x, y}, {x, z}, {y, z}}) {
    solver_.add({~p, ~q, g});
    solver_.add({p, q, ~g});
  }
  return g;
}

Lit Circuit::all(const Clause& c) {
  work();
  Clause in;
  for (Lit l : c)
    if (l != kTrue) in.push_back(l);
  std::sort(in.begin(), in.end());
  in.erase(std::unique(in.begin(), in.end()), in.end());
  for (size_t i = 0; i < in.size(); ++i)
    if (in[i] == kFalse || (i > 0 && in[i] == ~in[i - 1])) return kFalse;
  if (in.empty()) return kTrue;
  if (in.size() == 1) return in[0];
  if (in.size() == 2) return and_(in[0], in[1]);
  auto [at, fresh] = alls_.try_emplace(in);
  if (!fresh) return at->second;
  Lit g = at->second = solver_.new_literal();
  Clause long_one{g};
  for (Lit l : in) {
    solver_.add({~g, l});
    long_one.push_back(~l);
  }
  solver_.add(long_one);
  return g;
}

Lit Circuit::any(const Clause& c) {
  Clause in = c;
  for (Lit& l : in) l = ~l;
  return ~all(in);
}

}  // namespace heddle::smt
