// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/steps/terms.h"

#include <algorithm>

namespace heddle::judge::steps {

namespace {
constexpr size_t kLong = 40;  // characters: longer terms get a name

Int floor_divided(Int a, Int by) { return a >= 0 ? a / by : -((-a + by - 1) / by); }

Truth compared(const char* op, const Term& a, const Term& b) {
  const Int k = b.k - a.k;
  if (a.is_number()) return {"(" + std::string(op) + " " + text(-k) + " " + b.base + ")"};
  return {"(" + std::string(op) + " " + a.base + " " + text(Term{b.base, k}) + ")"};
}
}  // namespace

std::string text(Int n) {
  if (n == 0) return "0";
  std::string digits;
  for (Int m = n < 0 ? -n : n; m; m /= 10) digits.push_back(static_cast<char>('0' + static_cast<int>(m % 10)));
  std::reverse(digits.begin(), digits.end());
  return n < 0 ? "(- " + digits + ")" : digits;
}

std::string text(const Term& t) {
  if (t.is_number()) return text(t.k);
  return t.k == 0 ? t.base : "(+ " + t.base + " " + text(t.k) + ")";
}

std::string text(const Truth& t) {
  if (t.value) return *t.value ? "true" : "false";
  return t.text;
}

Term number(Int n) { return {"", n}; }
Term variable(const std::string& name) { return {name, 0}; }
Int power(unsigned k) { return Int{1} << k; }

Term plus(const Term& a, const Term& b) {
  if (a.is_number()) return {b.base, a.k + b.k};
  if (b.is_number()) return {a.base, a.k + b.k};
  return {"(+ " + a.base + " " + b.base + ")", a.k + b.k};
}

Term minus(const Term& a, const Term& b) {
  if (a.base == b.base) return number(a.k - b.k);
  if (b.is_number()) return {a.base, a.k - b.k};
  if (a.is_number()) return {"(- " + b.base + ")", a.k - b.k};
  return {"(- " + a.base + " " + b.base + ")", a.k - b.k};
}

Term times(Int by, const Term& a) {
  Int k = 0;
  if (by == 1) return a;
  if (__builtin_mul_overflow(by, a.k, &k)) return {"(* " + text(by) + " " + text(a) + ")", 0};
  return by == 0 || a.is_number() ? number(k) : Term{"(* " + text(by) + " " + a.base + ")", k};
}

Term quotient(const Term& a, Int by) {
  if (a.is_number()) return number(floor_divided(a.k, by));
  return by == 1 ? a : Term{"(div " + text(a) + " " + text(by) + ")", 0};
}

Term remainder(const Term& a, Int by) {
  if (a.is_number()) return number(a.k - by * floor_divided(a.k, by));
  return by == 1 ? number(0) : Term{"(mod " + text(a) + " " + text(by) + ")", 0};
}

Term choice(const Truth& when, const Term& a, const Term& b) {
  if (when.value) return *when.value ? a : b;
  if (a == b) return a;
  return {"(ite " + when.text + " " + text(a) + " " + text(b) + ")", 0};
}

Truth truth(bool b) { return {"", b}; }

Truth equal(const Term& a, const Term& b) {
  if (a.base == b.base) return truth(a.k == b.k);
  return compared("=", a, b);
}

Truth less(const Term& a, const Term& b) {
  if (a.base == b.base) return truth(a.k < b.k);
  return compared("<", a, b);
}

Truth at_most(const Term& a, const Term& b) {
  if (a.base == b.base) return truth(a.k <= b.k);
  return compared("<=", a, b);
}

Truth no(const Truth& a) {
  if (a.value) return truth(!*a.value);
  const std::string begins = "(not ";
  if (a.text.starts_with(begins)) return {a.text.substr(begins.size(), a.text.size() - begins.size() - 1)};
  return {begins + a.text + ")"};
}

Truth both(const Truth& a, const Truth& b) {
  if (a.is(false) || b.is(false)) return truth(false);
  if (a.is(true)) return b;
  if (b.is(true)) return a;
  return {"(and " + a.text + " " + b.text + ")"};
}

Truth either(const Truth& a, const Truth& b) {
  if (a.is(true) || b.is(true)) return truth(true);
  if (a.is(false)) return b;
  if (b.is(false)) return a;
  return {"(or " + a.text + " " + b.text + ")"};
}

void Premises::require(const Truth& t) {
  if (t.value) {
    never |= !*t.value;
    return;
  }
  if (std::find(where.begin(), where.end(), t.text) != where.end()) return;
  never |= std::find(where.begin(), where.end(), no(t).text) != where.end();
  where.push_back(t.text);
}

Truth Premises::all() const {
  if (never) return truth(false);
  if (where.empty()) return truth(true);
  if (where.size() == 1) return {where.front()};
  std::string joined = "(and";
  for (const std::string& w : where) joined += " " + w;
  return {joined + ")"};
}

Term Names::named(const Term& t, Premises& into) {
  if (t.base.size() <= kLong) return t;
  auto [it, fresh] = names_.try_emplace(t.base, "");
  if (fresh) it->second = "d!" + std::to_string(count_++);
  into.given.emplace(it->second, "(= " + it->second + " " + t.base + ")");
  return {it->second, t.k};
}

Term Names::any(const std::string& constraint, Premises& into) {
  const std::string name = "any!" + std::to_string(count_++);
  std::string known;
  for (char c : constraint) c == '$' ? known += name : known += c;
  into.given.emplace(name, known);
  return variable(name);
}

}  // namespace heddle::judge::steps
