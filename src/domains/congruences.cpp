// SPDX-License-Identifier: GPL-3.0-or-later
// Congruences: each variable modulo some number (P. Granger, "Static analysis of arithmetical congruences",
// International Journal of Computer Mathematics 30, 1989).
#include "base/shared_array.h"
#include "domains/kinds.h"

namespace heddle::domains {

namespace {

constexpr Int kLargest = Int{1} << 64;  // larger moduli are not kept

Residue normal(Int modulus, Int rest) {
  if (modulus > 0) rest = mod(rest, modulus);
  return {modulus, rest};
}

Residue joined(const Residue& a, const Residue& b) {
  return normal(gcd(gcd(a.modulus, b.modulus), a.rest - b.rest), a.rest);
}

bool includes(const Residue& a, const Residue& b) {  // each number of b is one of a
  if (a.modulus == 0) return b.modulus == 0 && a.rest == b.rest;
  return b.modulus % a.modulus == 0 && mod(b.rest - a.rest, a.modulus) == 0;
}

// Nothing: they have no number in common. Where the common ones have too large a modulus, those of a.
std::optional<Residue> common(const Residue& a, const Residue& b) {
  if (a.modulus == 0) return includes(b, a) ? std::optional(a) : std::nullopt;
  if (b.modulus == 0) return common(b, a);
  const Int g = gcd(a.modulus, b.modulus);
  if (mod(a.rest - b.rest, g) != 0) return {};
  const Int steps = b.modulus / g;
  if (steps > 4096) return includes(a, b) ? b : a;
  Int modulus;
  if (__builtin_mul_overflow(a.modulus, steps, &modulus) || modulus > kLargest) return a;
  Int rest = a.rest;
  while (mod(rest - b.rest, b.modulus) != 0) rest += a.modulus;
  return normal(modulus, rest);
}

class Congruences : public Lattice {
 public:
  explicit Congruences(size_t variables) : of_(variables) {}

  Value copy() const override { return std::make_unique<Congruences>(*this); }
  size_t variables() const override { return of_.size(); }
  bool is_bottom() const override { return bottom_; }
  void make_bottom() override { bottom_ = true; }

  void join(const Lattice& other) override {
    const Congruences& o = static_cast<const Congruences&>(other);
    if (o.bottom_) return;
    if (bottom_) {
      *this = o;
      return;
    }
    of_.merge(o.of_, joined);
  }

  void meet_at_least_zero(const Linear& e) override {
    if (Residue r = residue(e); r.modulus == 0 && r.rest < 0) bottom_ = true;
  }

  void meet_zero(const Linear& e) override {
    if (Residue r = residue(e); !domains::includes(r, {0, 0})) bottom_ = true;
    for (const auto& [x, k] : e.terms) {
      if (bottom_ || (k != 1 && k != -1)) continue;
      std::optional<Linear> others = sum(e, Linear::of(x), -k);
      if (!others) continue;
      Residue r = residue(*others);
      std::optional<Residue> now = common(of_[x], normal(r.modulus, k == 1 ? -r.rest : r.rest));
      if (now)
        of_.set(x, *now);
      else
        bottom_ = true;
    }
  }

  void assign(Var x, const Form& e) override {
    if (bottom_) return;
    const Residue r = Lattice::residue(e);
    of_.set(x, r.modulus > kLargest ? Residue{} : r);
  }
  void forget(Var x) override { of_.set(x, {}); }
  // A modulus that changes becomes a proper divisor of what it was: that ends by itself.
  void widen(const Lattice& before, const std::vector<Int>&) override { join(before); }
  void narrow(const Lattice& after) override { *this = static_cast<const Congruences&>(after); }

  bool includes(const Lattice& other) const override {
    const Congruences& o = static_cast<const Congruences&>(other);
    if (o.bottom_) return true;
    if (bottom_) return false;
    return of_.all(o.of_, domains::includes);
  }

  Bounds bounds(const Linear& e) const override {
    Residue r = residue(e);
    if (r.modulus == 0) return {r.rest, r.rest};
    return {};
  }

  Residue residue(const Linear& e) const override {
    Residue out{0, e.constant};
    for (const auto& [x, k] : e.terms) {
      Int modulus, rest;
      if (__builtin_mul_overflow(of_[x].modulus, k, &modulus) || __builtin_mul_overflow(of_[x].rest, k, &rest) ||
          !fits(rest) || !fits(out.rest + rest))
        return {};
      out = normal(gcd(out.modulus, modulus), out.rest + rest);
    }
    return out;
  }

  std::string text(const std::function<std::string(Var)>& name) const override {
    if (bottom_) return "nothing";
    std::string out;
    for (Var x = 0; x < of_.size(); ++x) {
      if (of_[x].modulus == 1) continue;
      out += (out.empty() ? "" : ", ") + name(x) + " = " + domains::text(of_[x].rest);
      if (of_[x].modulus > 0) out += " mod " + domains::text(of_[x].modulus);
    }
    return out.empty() ? "anything" : out;
  }

 private:
  base::SharedArray<Residue> of_;  // Invariant: modulus <= kLargest
  bool bottom_ = false;
};

}  // namespace

Value make_congruences(size_t variables) { return std::make_unique<Congruences>(variables); }

}  // namespace heddle::domains
