// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/facts/facts.h"

#include <algorithm>
#include <map>
#include <string>

namespace heddle::facts {

namespace {

std::string text(Int n) {
  if (n == 0) return "0";
  std::string digits;
  for (Int m = size(n); m; m /= 10) digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(m % 10)));
  return n < 0 ? "-" + digits : digits;
}

std::vector<Equations> equations_modulo(const std::vector<Shapes::Wrapping>& all, const std::vector<bool>* only) {
  std::vector<Equations> made;
  for (const Shapes::Wrapping& w : all) {
    std::vector<bool> of = w.of;
    for (size_t k = 0; only && k < of.size(); ++k) of[k] = of[k] && (*only)[k];
    if (std::count(of.begin(), of.end(), true) > 1) made.emplace_back(std::move(of), w.width);
  }
  return made;
}

}  // namespace

std::vector<Int> thresholds(const std::vector<uint64_t>& constants) {
  constexpr size_t kMostConstants = 12;
  std::vector<Int> all{-1, 0, 1, (Int{1} << 31) - 1, (Int{1} << 32) - 1, -(Int{1} << 31)};
  size_t count = 0;
  for (uint64_t c : constants) {
    if (c >= 1u << 31 || ++count > kMostConstants) break;
    for (int d : {-1, 0, 1}) all.push_back(static_cast<Int>(c) + d), all.push_back(-static_cast<Int>(c) + d);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Facts::Facts(z3::Context& context, Shapes shapes, const std::vector<Int>& thresholds, const Facts* common)
    : c_(context),
      thresholds_(thresholds),
      common_(common),
      exact_(shapes.in_equations),
      wrapped_(equations_modulo(shapes.wrapping, nullptr)),
      never_zero_(std::move(shapes.never_zero)),
      upper_(shapes.in_equations.size(), -1),
      lower_(shapes.in_equations.size(), -1) {
  for (const Case& c : shapes.cases) {
    std::vector<bool> of = shapes.in_cases;
    of[c.variable] = false;
    within_.push_back({c, Equations(of), equations_modulo(shapes.wrapping, &of)});
  }
  for (const Term& t : never_zero_)
    if (t.by_v == 0) congruences_.push_back({t.u, 0, 0});
  std::map<Term, int> there;
  if (common)
    for (size_t k = 0; k < common->bounds_.size(); ++k) there.emplace(common->bounds_[k].term, static_cast<int>(k));
  for (const Term& t : shapes.terms) {
    if (t.by_v == 0) (t.by_u > 0 ? upper_ : lower_)[t.u] = static_cast<int>(bounds_.size());
    auto it = there.find(t);
    bounds_.push_back({t, -1, it == there.end() ? -1 : it->second});
  }
}

z3::Term Facts::number(Int n) const { return c_.integer(text(n)); }

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
  none_ = false;
  changed |= exact_.add(point);
  for (Equations& e : wrapped_) changed |= e.add(point);
  for (Within& w : within_) {
    if (!w.concerns(point)) continue;
    changed |= w.exact.add(point);
    for (Equations& e : w.wrapped) changed |= e.add(point);
  }
  for (Bound& b : bounds_) changed |= raise(b, point);
  version_ += changed;
  return changed;
}

// What an equation says over the integers, it need not say modulo 2^w; what always holds, not in each case.
const std::vector<Facts::Told>& Facts::told() const {
  if (told_version_ == version_) return told_;
  told_version_ = version_;
  told_.clear();
  std::vector<Equation> always = exact_.all();
  for (const Equation& e : always) told_.push_back({e, 0, std::nullopt});
  auto tell = [&](const Equation& e, unsigned width, std::optional<Case> when, std::vector<Equation>& known) {
    // What few points have in common by chance has large factors, which take Z3 long.
    bool clear = std::all_of(e.by.begin(), e.by.end(), [](Int by) { return size(by) < 1 << 10; });
    if ((width && !clear) || follows(e, known, width)) return;
    told_.push_back({e, width, when});
    known.push_back(e);
  };
  auto modulo = [&](unsigned width) {
    std::vector<Equation> known = always;
    for (const Equations& w : wrapped_)
      if (w.width() == width) known.insert(known.end(), w.all().begin(), w.all().end());
    return known;
  };
  for (const Equations& w : wrapped_) {
    std::vector<Equation> known = always;
    for (const Equation& e : solved(w.all(), w.width())) tell(e, w.width(), std::nullopt, known);
    for (const Equation& e : w.all()) tell(e, w.width(), std::nullopt, known);
  }
  for (const Within& w : within_) {
    if (w.exact.none()) {  // the case never is
      told_.push_back({{std::vector<Int>(upper_.size(), 0), 1}, 0, w.when});
      continue;
    }
    std::vector<Equation> known = always;
    for (const Equation& e : w.exact.all()) tell(e, 0, w.when, known);
    for (const Equations& wrapped : w.wrapped) {
      std::vector<Equation> before = modulo(wrapped.width());
      before.insert(before.end(), w.exact.all().begin(), w.exact.all().end());
      for (const Equation& e : wrapped.all()) tell(e, wrapped.width(), w.when, before);
    }
  }
  return told_;
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

bool Facts::said(const Told& t) const {
  if (!common_) return false;
  const std::vector<Told>& there = common_->told();
  return std::any_of(there.begin(), there.end(), [&](const Told& o) {
    const Equation &e = t.equation, &c = o.equation;
    if (o.when || o.width != t.width) return false;
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

z3::Term Facts::holds(const Told& t, const std::vector<z3::Term>& at) const {
  const Equation& e = t.equation;
  std::vector<z3::Term> parts;
  for (size_t k = 0; k < e.by.size(); ++k)
    if (e.by[k] != 0) parts.push_back(e.by[k] == 1 ? at[k] : number(e.by[k]) * at[k]);
  z3::Term sum = parts.empty() ? c_.integer(0) : z3::sum(parts);
  z3::Term holds = t.width ? z3::mod(sum - number(e.sum), number(Int{1} << t.width)) == 0 : sum == number(e.sum);
  return t.when ? z3::implies(at[t.when->variable] == number(t.when->value), holds) : holds;
}

z3::Term Facts::left(const Term& t, const std::vector<z3::Term>& at) const {
  z3::Term u = t.by_u > 0 ? at[t.u] : -at[t.u];
  if (t.by_v == 0) return u;
  return t.by_v > 0 ? u + at[t.v] : u - at[t.v];
}

std::vector<z3::Term> Facts::all(const std::vector<z3::Term>& at) const {
  if (none_) return {c_.truth(false)};
  std::vector<z3::Term> all;
  for (const Told& t : told())
    if (!said(t)) all.push_back(holds(t, at));
  for (const Bound& b : bounds_)
    if (b.at < static_cast<int>(thresholds_.size()) && !said(b)) all.push_back(left(b.term, at) <= number(most(b)));
  for (const Term& t : never_zero_)
    if (!said(t)) all.push_back(left(t, at) != 0);
  for (const Congruence& c : congruences_)
    if (c.useful() && !said(c)) all.push_back(z3::mod(at[c.variable] - number(c.rest), number(c.modulus)) == 0);
  return all;
}

z3::Term Facts::broken(const std::vector<z3::Term>& at, const std::vector<bool>& changed) const {
  if (none_) return c_.truth(true);
  std::vector<z3::Term> any;
  for (const Told& t : told()) {
    if (said(t)) continue;
    bool concerned = t.when && changed[t.when->variable];
    for (size_t k = 0; k < t.equation.by.size(); ++k) concerned |= t.equation.by[k] != 0 && changed[k];
    if (concerned) any.push_back(!holds(t, at));
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
  return z3::disjunction(any, c_);
}

}  // namespace heddle::facts
