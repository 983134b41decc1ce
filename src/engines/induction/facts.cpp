// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/induction/facts.h"

#include <algorithm>
#include <map>
#include <string>

namespace heddle::induction {

namespace {

constexpr Int kLargest = Int{1} << 90;

Int size(Int n) { return n < 0 ? -n : n; }

Int common_divisor(Int a, Int b) {
  a = size(a), b = size(b);
  while (b) std::swap(a %= b, b);
  return a;
}

std::string text(Int n) {
  if (n == 0) return "0";
  std::string digits;
  for (Int m = size(n); m; m /= 10) digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(m % 10)));
  return n < 0 ? "-" + digits : digits;
}

}  // namespace

Facts::Facts(z3::context& context, std::vector<bool> in_equations, std::vector<Term> terms,
             std::vector<Term> never_zero, const std::vector<Int>& thresholds, const Facts* common)
    : c_(context),
      in_equations_(std::move(in_equations)),
      thresholds_(thresholds),
      common_(common),
      never_zero_(std::move(never_zero)),
      upper_(in_equations_.size(), -1),
      lower_(in_equations_.size(), -1) {
  for (const Term& t : never_zero_)
    if (t.by_v == 0) congruences_.push_back({t.u, 0, 0});
  std::map<Term, int> there;
  if (common)
    for (size_t k = 0; k < common->bounds_.size(); ++k) there.emplace(common->bounds_[k].term, static_cast<int>(k));
  for (const Term& t : terms) {
    if (t.by_v == 0) (t.by_u > 0 ? upper_ : lower_)[t.u] = static_cast<int>(bounds_.size());
    auto it = there.find(t);
    bounds_.push_back({t, -1, it == there.end() ? -1 : it->second});
  }
}

z3::expr Facts::number(Int n) const { return c_.int_val(text(n).c_str()); }

bool Facts::add(const std::vector<Int>& point) {
  bool changed = none_;
  for (Congruence& c : congruences_) {
    Congruence before = c;
    if (none_)
      c.rest = point[c.variable];
    else
      c.modulus = common_divisor(c.modulus, point[c.variable] - c.rest);
    changed |= c != before;
  }
  changed |= std::erase_if(never_zero_, [&](const Term& t) { return value(t, point) == 0; }) > 0;
  if (none_) {
    for (size_t k = 0; k < point.size(); ++k) {
      if (!in_equations_[k]) continue;
      Equation e{std::vector<Int>(point.size(), 0), point[k]};
      e.by[k] = 1;
      equations_.push_back(std::move(e));
    }
    none_ = false;
  } else {
    size_t before = equations_.size();
    relax(point);
    changed |= equations_.size() != before;
  }
  for (Bound& b : bounds_) changed |= raise(b, point);
  version_ += changed;
  return changed;
}

// The equations that the point fulfils stay; of the others, what follows from them and holds there.
void Facts::relax(const std::vector<Int>& point) {
  std::vector<Equation> kept;
  std::vector<std::pair<Int, Equation>> wrong;
  for (Equation& e : equations_) {
    Int off = -e.sum;
    for (size_t k = 0; k < point.size(); ++k) off += e.by[k] * point[k];
    if (off == 0)
      kept.push_back(std::move(e));
    else
      wrong.push_back({off, std::move(e)});
  }
  // Each with the next, by how wrong they are: what is wrong by as much cancels without large numbers.
  std::sort(wrong.begin(), wrong.end(), [](const auto& a, const auto& b) { return size(a.first) > size(b.first); });
  for (size_t k = 0; k + 1 < wrong.size(); ++k) {
    auto& [off, e] = wrong[k];
    const auto& [pivot, base] = wrong[k + 1];
    Int divisor = common_divisor(off, pivot), by_e = pivot / divisor, by_base = off / divisor, all = 0;
    bool fits = true;
    auto combine = [&](Int x, Int y) {
      Int p, q, r;
      if (__builtin_mul_overflow(x, by_e, &p) || __builtin_mul_overflow(y, by_base, &q) ||
          __builtin_sub_overflow(p, q, &r))
        return fits = false, Int{0};
      fits &= size(r) < kLargest;
      return r;
    };
    for (size_t v = 0; v < e.by.size(); ++v) all = common_divisor(all, e.by[v] = combine(e.by[v], base.by[v]));
    e.sum = combine(e.sum, base.sum);
    if (!fits || all == 0 || e.sum % all) continue;
    for (Int& by : e.by) by /= all;
    e.sum /= all;
    // Adding up a point must not overflow: values have up to 65 bits.
    if (std::all_of(e.by.begin(), e.by.end(), [](Int by) { return size(by) < (Int{1} << 40); }))
      kept.push_back(std::move(e));
  }
  equations_ = std::move(kept);
}

Int Facts::value(const Term& t, const std::vector<Int>& point) const {
  return t.by_u * point[t.u] + (t.by_v ? t.by_v * point[t.v] : 0);
}

bool Facts::raise(Bound& b, const std::vector<Int>& point) const {
  Int value = this->value(b.term, point);
  int end = static_cast<int>(thresholds_.size()), before = b.at;
  if (b.at < 0) b.at = 0;
  auto allowed = [&](int k) { return !b.term.few || size(thresholds_[static_cast<size_t>(k)]) <= 1; };
  while (b.at < end && (value > thresholds_[static_cast<size_t>(b.at)] || !allowed(b.at))) ++b.at;
  return b.at != before;
}

Int Facts::most(const Bound& b) const { return thresholds_[static_cast<size_t>(b.at)]; }

// It is known to all, or follows from bounds on its two variables.
bool Facts::said(const Bound& b) const {
  if (b.common >= 0 && common_->bounds_[static_cast<size_t>(b.common)].at <= b.at) return true;
  if (b.term.by_v == 0) return false;
  int u = (b.term.by_u > 0 ? upper_ : lower_)[b.term.u], v = (b.term.by_v > 0 ? upper_ : lower_)[b.term.v],
      end = static_cast<int>(thresholds_.size());
  if (u < 0 || v < 0) return false;
  const Bound &x = bounds_[static_cast<size_t>(u)], &y = bounds_[static_cast<size_t>(v)];
  return x.at < end && y.at < end && most(x) + most(y) <= most(b);
}

bool Facts::said(const Equation& e) const {
  if (!common_) return false;
  return std::any_of(common_->equations_.begin(), common_->equations_.end(), [&](const Equation& c) {
    if (!std::all_of(e.by.begin() + static_cast<std::ptrdiff_t>(c.by.size()), e.by.end(),
                     [](Int by) { return by == 0; }))
      return false;
    bool same = e.sum == c.sum, opposite = e.sum == -c.sum;
    for (size_t k = 0; k < c.by.size() && (same || opposite); ++k)
      same &= e.by[k] == c.by[k], opposite &= e.by[k] == -c.by[k];
    return same || opposite;
  });
}

// Its bounds, or everybody, say that it is not zero.
bool Facts::said(const Term& t) const {
  if (common_ && std::find(common_->never_zero_.begin(), common_->never_zero_.end(), t) != common_->never_zero_.end())
    return true;
  if (t.by_v) return false;
  auto below = [&](int bound) {
    return bound >= 0 && bounds_[static_cast<size_t>(bound)].at < static_cast<int>(thresholds_.size()) &&
           most(bounds_[static_cast<size_t>(bound)]) < 0;
  };
  return below(upper_[t.u]) || below(lower_[t.u]);
}

bool Facts::said(const Congruence& c) const {
  if (!common_) return false;
  return std::any_of(common_->congruences_.begin(), common_->congruences_.end(), [&](const Congruence& o) {
    return o.useful() && o.variable == c.variable && o.modulus == c.modulus && (o.rest - c.rest) % c.modulus == 0;
  });
}

z3::expr Facts::left(const Equation& e, const std::vector<z3::expr>& at) const {
  z3::expr_vector parts(c_);
  for (size_t k = 0; k < e.by.size(); ++k)
    if (e.by[k] != 0) parts.push_back(e.by[k] == 1 ? at[k] : number(e.by[k]) * at[k]);
  return z3::sum(parts);
}

z3::expr Facts::left(const Term& t, const std::vector<z3::expr>& at) const {
  z3::expr u = t.by_u > 0 ? at[t.u] : -at[t.u];
  if (t.by_v == 0) return u;
  return t.by_v > 0 ? u + at[t.v] : u - at[t.v];
}

z3::expr Facts::hold(const std::vector<z3::expr>& at) const {
  if (none_) return c_.bool_val(false);
  z3::expr_vector all(c_);
  for (const Equation& e : equations_)
    if (!said(e)) all.push_back(left(e, at) == number(e.sum));
  for (const Bound& b : bounds_)
    if (b.at < static_cast<int>(thresholds_.size()) && !said(b)) all.push_back(left(b.term, at) <= number(most(b)));
  for (const Term& t : never_zero_)
    if (!said(t)) all.push_back(left(t, at) != 0);
  for (const Congruence& c : congruences_)
    if (c.useful() && !said(c)) all.push_back(z3::mod(at[c.variable] - number(c.rest), number(c.modulus)) == 0);
  return z3::mk_and(all);
}

z3::expr Facts::broken(const std::vector<z3::expr>& at, const std::vector<bool>& changed) const {
  if (none_) return c_.bool_val(true);
  z3::expr_vector any(c_);
  for (const Equation& e : equations_) {
    bool concerned = false;
    if (said(e)) continue;
    for (size_t k = 0; k < e.by.size(); ++k) concerned |= e.by[k] != 0 && changed[k];
    if (concerned) any.push_back(left(e, at) != number(e.sum));
  }
  for (const Bound& b : bounds_) {
    if (b.at == static_cast<int>(thresholds_.size()) || said(b)) continue;
    if (changed[b.term.u] || (b.term.by_v && changed[b.term.v])) any.push_back(left(b.term, at) > number(most(b)));
  }
  for (const Term& t : never_zero_)
    if ((changed[t.u] || (t.by_v && changed[t.v])) && !said(t)) any.push_back(left(t, at) == 0);
  for (const Congruence& c : congruences_)
    if (changed[c.variable] && c.useful() && !said(c))
      any.push_back(z3::mod(at[c.variable] - number(c.rest), number(c.modulus)) != 0);
  return z3::mk_or(any);
}

}  // namespace heddle::induction
