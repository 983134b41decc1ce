// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges: each variable between two bounds.
#include <algorithm>

#include "base/shared_array.h"
#include "domains/kinds.h"

namespace heddle::domains {

namespace {

class Ranges : public Lattice {
 public:
  explicit Ranges(size_t variables) : of_(variables) {}

  Value copy() const override { return std::make_unique<Ranges>(*this); }
  size_t variables() const override { return of_.size(); }
  bool is_bottom() const override { return bottom_; }
  void make_bottom() override { bottom_ = true; }

  void join(const Lattice& other) override {
    const Ranges& o = static_cast<const Ranges&>(other);
    if (o.bottom_) return;
    if (bottom_) {
      *this = o;
      return;
    }
    auto least = [](auto a, auto b) { return a && b ? std::optional<Int>(std::min(*a, *b)) : std::nullopt; };
    auto most = [](auto a, auto b) { return a && b ? std::optional<Int>(std::max(*a, *b)) : std::nullopt; };
    of_.merge(o.of_,
              [&](const Bounds& a, const Bounds& b) { return Bounds{least(a.low, b.low), most(a.high, b.high)}; });
  }

  // Round and round, because one variable's bound may tighten another's. Each round only tightens, so it may end any
  // time.
  void meet_at_least_zero(const Linear& e) override {
    for (int round = 0; round < 3 && !bottom_; ++round) {
      if (Bounds b = bounds(e); b.high && *b.high < 0) bottom_ = true;
      for (const auto& [x, k] : e.terms) {
        Bounds now = intersection(of_[x], implied(e, x));
        if (now.low && now.high && *now.low > *now.high) bottom_ = true;
        of_.set(x, now);
      }
    }
  }

  void meet_zero(const Linear& e) override {
    Lattice::meet_zero(e);
    if (e.terms.size() == 1) {  // the bounds of the quotient are the same number, or there is no such integer
      const auto& [x, k] = e.terms[0];
      if (e.constant % k != 0) bottom_ = true;
    }
  }

  void assign(Var x, const Form& e) override {
    if (!bottom_) of_.set(x, Lattice::bounds(e));
  }
  void forget(Var x) override { of_.set(x, {}); }

  void widen(const Lattice& before, const std::vector<Int>& thresholds) override {
    const Ranges& o = static_cast<const Ranges&>(before);
    join(before);
    if (o.bottom_ || bottom_) return;
    of_.merge(o.of_, [&](Bounds mine, const Bounds& was) {
      if (mine.low && mine.low != was.low) {
        auto it = std::upper_bound(thresholds.begin(), thresholds.end(), *mine.low);
        if (it == thresholds.begin())
          mine.low.reset();
        else
          mine.low = *--it;
      }
      if (mine.high && mine.high != was.high) {
        auto it = std::lower_bound(thresholds.begin(), thresholds.end(), *mine.high);
        if (it == thresholds.end())
          mine.high.reset();
        else
          mine.high = *it;
      }
      return mine;
    });
  }

  void narrow(const Lattice& after) override {
    const Ranges& o = static_cast<const Ranges&>(after);
    if (bottom_ || o.bottom_) {
      bottom_ = true;
      return;
    }
    of_.merge(o.of_, [](const Bounds& a, const Bounds& b) { return intersection(a, b); });
  }

  bool includes(const Lattice& other) const override {
    const Ranges& o = static_cast<const Ranges&>(other);
    if (o.bottom_) return true;
    if (bottom_) return false;
    return of_.all(o.of_, [](const Bounds& mine, const Bounds& theirs) {
      return (!mine.low || (theirs.low && *theirs.low >= *mine.low)) &&
             (!mine.high || (theirs.high && *theirs.high <= *mine.high));
    });
  }

  Bounds bounds(const Linear& e) const override {
    Bounds out{e.constant, e.constant};
    auto add = [](std::optional<Int>& to, const std::optional<Int>& bound, Int k) {
      Int scaled;
      if (!to || !bound || __builtin_mul_overflow(*bound, k, &scaled) || !fits(scaled) || !fits(*to + scaled))
        to.reset();
      else
        *to += scaled;
    };
    for (const auto& [x, k] : e.terms) {
      add(out.low, k > 0 ? of_[x].low : of_[x].high, k);
      add(out.high, k > 0 ? of_[x].high : of_[x].low, k);
    }
    return out;
  }

  std::string text(const std::function<std::string(Var)>& name) const override {
    if (bottom_) return "nothing";
    std::string out;
    for (Var x = 0; x < of_.size(); ++x) {
      if (!of_[x].low && !of_[x].high) continue;
      out += out.empty() ? "" : ", ";
      if (of_[x].low == of_[x].high) {
        out += name(x) + " = " + domains::text(*of_[x].low);
      } else {
        if (of_[x].low) out += domains::text(*of_[x].low) + " <= ";
        out += name(x);
        if (of_[x].high) out += " <= " + domains::text(*of_[x].high);
      }
    }
    return out.empty() ? "anything" : out;
  }

 private:
  base::SharedArray<Bounds> of_;  // Invariant: unless bottom_, no range is empty
  bool bottom_ = false;
};

}  // namespace

Value make_ranges(size_t variables) { return std::make_unique<Ranges>(variables); }

}  // namespace heddle::domains
