// SPDX-License-Identifier: GPL-3.0-or-later
// Octagons and polyhedra of the Parma Polyhedra Library (Bagnara, Hill and Zaffanella, 2008), over exact numbers. Its
// header takes seconds to compile, so it is included nowhere else.
//
// The library would set the rounding mode of the floating-point unit as soon as a program starts. Exact numbers do not
// need that: the library is initialised when the first shape is made, and the mode is given back at once.
#define PPL_NO_AUTOMATIC_INITIALIZATION
#include <ppl.hh>
#include <sstream>

#include "domains/kinds.h"

namespace heddle::domains {

namespace ppl = Parma_Polyhedra_Library;

namespace {

void initialise_once() {
  static const bool done = [] {
    ppl::initialize();
    ppl::restore_pre_PPL_rounding();
    return true;
  }();
  (void)done;
}

mpz_class big(Int n) {
  const bool negative = n < 0;
  unsigned __int128 rest = negative ? -static_cast<unsigned __int128>(n) : static_cast<unsigned __int128>(n);
  mpz_class out = static_cast<unsigned long>(rest >> 64);
  out <<= 64;
  out += static_cast<unsigned long>(rest);
  return negative ? mpz_class(-out) : out;
}

std::optional<Int> small(const mpz_class& n) {
  if (mpz_sizeinbase(n.get_mpz_t(), 2) > 100) return {};
  mpz_class rest = abs(n);
  const mpz_class high = rest >> 64;
  const mpz_class low = rest - (high << 64);
  const Int out = static_cast<Int>((static_cast<unsigned __int128>(high.get_ui()) << 64) + low.get_ui());
  return n < 0 ? -out : out;
}

ppl::Linear_Expression expression(const Linear& e) {
  ppl::Linear_Expression out(big(e.constant));
  for (const auto& [x, k] : e.terms) ppl::add_mul_assign(out, big(k), ppl::Variable(x));
  return out;
}

using Octagon = ppl::Octagonal_Shape<mpz_class>;
using Polyhedron = ppl::C_Polyhedron;

template <class Shape>
class Shaped : public Lattice {
 public:
  explicit Shaped(size_t variables) : shape_((initialise_once(), variables), ppl::UNIVERSE) {}

  Value copy() const override { return std::make_unique<Shaped>(*this); }
  size_t variables() const override { return shape_.space_dimension(); }
  bool is_bottom() const override { return shape_.is_empty(); }
  void make_bottom() override { shape_ = Shape(variables(), ppl::EMPTY); }
  void join(const Lattice& other) override { shape_.upper_bound_assign(of(other)); }

  // An octagon takes no notice of constraints that are no octagon's; the bounds that they imply it understands.
  void meet_at_least_zero(const Linear& e) override {
    shape_.refine_with_constraint(expression(e) >= 0);
    if constexpr (std::is_same_v<Shape, Octagon>)
      if (!is_octagonal(e))
        for (const auto& [x, k] : e.terms) meet_bounds(x, implied(e, x));
  }
  void meet_zero(const Linear& e) override {
    shape_.refine_with_constraint(expression(e) == 0);
    if constexpr (std::is_same_v<Shape, Octagon>)
      if (!is_octagonal(e)) Lattice::meet_zero(e);
  }

  void assign(Var x, const Form& e) override {
    const ppl::Linear_Expression sum = expression(e.sum);
    if (e.noise.is_constant())
      shape_.affine_image(ppl::Variable(x), sum + big(e.noise.low));
    else
      shape_.bounded_affine_image(ppl::Variable(x), sum + big(e.noise.low), sum + big(e.noise.high));
  }
  void forget(Var x) override { shape_.unconstrain(ppl::Variable(x)); }

  void widen(const Lattice& before, const std::vector<Int>& thresholds) override {
    join(before);
    if (of(before).is_empty()) return;
    ppl::Constraint_System limits;
    for (Var x = 0; x < variables(); ++x)
      for (Int t : thresholds) {
        limits.insert(ppl::Variable(x) <= big(t));
        limits.insert(ppl::Variable(x) >= big(t));
      }
    if constexpr (std::is_same_v<Shape, Octagon>)
      shape_.limited_BHMZ05_extrapolation_assign(of(before), limits);
    else
      shape_.limited_BHRZ03_extrapolation_assign(of(before), limits);
  }

  void narrow(const Lattice& after) override {
    Shape next = of(after);
    if constexpr (std::is_same_v<Shape, Octagon>) {
      if (!next.is_empty() && !shape_.is_empty()) next.CC76_narrowing_assign(shape_);
    }
    shape_ = next;
  }

  bool includes(const Lattice& other) const override { return shape_.contains(of(other)); }

  Bounds bounds(const Linear& e) const override {
    if (e.is_constant()) return {e.constant, e.constant};
    if (shape_.is_empty()) return {};
    if constexpr (std::is_same_v<Shape, Octagon>)
      if (!is_octagonal(e)) return bounds_of_pairs(e);
    Bounds out;
    const ppl::Linear_Expression what = expression(e);
    ppl::Coefficient numerator, denominator;
    bool reached;
    if (shape_.maximize(what, numerator, denominator, reached)) {
      mpz_class n = numerator, d = denominator, q;
      mpz_fdiv_q(q.get_mpz_t(), n.get_mpz_t(), d.get_mpz_t());
      out.high = small(q);
    }
    if (shape_.minimize(what, numerator, denominator, reached)) {
      mpz_class n = numerator, d = denominator, q;
      mpz_cdiv_q(q.get_mpz_t(), n.get_mpz_t(), d.get_mpz_t());
      out.low = small(q);
    }
    return out;
  }

  std::string text(const std::function<std::string(Var)>& name) const override {
    if (is_bottom()) return "nothing";
    std::string out;
    for (const ppl::Constraint& c : shape_.minimized_constraints()) {
      std::string one;
      for (ppl::dimension_type x = 0; x < c.space_dimension(); ++x) {
        const mpz_class k = c.coefficient(ppl::Variable(x));
        if (k == 0) continue;
        one += k < 0 ? (one.empty() ? "-" : " - ") : (one.empty() ? "" : " + ");
        if (abs(k) != 1) one += mpz_class(abs(k)).get_str() + " ";
        one += name(static_cast<Var>(x));
      }
      const mpz_class rest = -c.inhomogeneous_term();
      out += (out.empty() ? "" : ", ") + one + (c.is_equality() ? " = " : " >= ") + rest.get_str();
    }
    return out.empty() ? "anything" : out;
  }

 private:
  static const Shape& of(const Lattice& other) { return static_cast<const Shaped&>(other).shape_; }
  static bool is_octagonal(const Linear& e) {
    if (e.terms.size() > 2) return false;
    return e.terms.size() < 2 || e.terms[0].second == e.terms[1].second || e.terms[0].second == -e.terms[1].second;
  }
  // The library solves a linear program for what is not octagonal, and takes long. Instead, the sum is cut into terms
  // and pairs of terms that are octagonal.
  Bounds bounds_of_pairs(const Linear& e) const {
    Bounds out{e.constant, e.constant};
    std::vector<bool> taken(e.terms.size(), false);
    for (size_t i = 0; i < e.terms.size(); ++i) {
      if (taken[i]) continue;
      const auto [x, k] = e.terms[i];
      Linear one{{{x, k}}, 0};
      for (size_t j = i + 1; j < e.terms.size() && one.terms.size() < 2; ++j)
        if (const Int l = e.terms[j].second; !taken[j] && (l == k || l == -k))
          one.terms.push_back(e.terms[j]), taken[j] = true;
      const Bounds b = bounds(one);
      out.low = out.low && b.low && fits(*out.low + *b.low) ? std::optional(*out.low + *b.low) : std::nullopt;
      out.high = out.high && b.high && fits(*out.high + *b.high) ? std::optional(*out.high + *b.high) : std::nullopt;
    }
    return out;
  }
  void meet_bounds(Var x, const Bounds& b) {
    if (b.low) shape_.refine_with_constraint(ppl::Variable(x) >= big(*b.low));
    if (b.high) shape_.refine_with_constraint(ppl::Variable(x) <= big(*b.high));
  }

  Shape shape_;
};

}  // namespace

Value make_octagons(size_t variables) { return std::make_unique<Shaped<Octagon>>(variables); }
Value make_polyhedra(size_t variables) { return std::make_unique<Shaped<Polyhedron>>(variables); }

}  // namespace heddle::domains
