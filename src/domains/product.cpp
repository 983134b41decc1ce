// SPDX-License-Identifier: GPL-3.0-or-later
// Several domains at once, and one domain for some of the variables only.
#include "domains/kinds.h"

namespace heddle::domains {

namespace {

// Invariant: no part is bottom, or all are.
class Product : public Lattice {
 public:
  explicit Product(std::vector<Value> parts) : parts_(std::move(parts)) {}

  Value copy() const override {
    std::vector<Value> parts;
    for (const Value& p : parts_) parts.push_back(p->copy());
    return std::make_unique<Product>(std::move(parts));
  }
  size_t variables() const override { return parts_[0]->variables(); }
  bool is_bottom() const override { return parts_[0]->is_bottom(); }
  void make_bottom() override {
    for (Value& p : parts_) p->make_bottom();
  }

  void join(const Lattice& other) override {
    each(other, [](Lattice& mine, const Lattice& o) { mine.join(o); });
  }
  void meet_at_least_zero(const Linear& e) override {
    for (Value& p : parts_) p->meet_at_least_zero(e);
    exchange(e);
  }
  void meet_zero(const Linear& e) override {
    for (Value& p : parts_) p->meet_zero(e);
    exchange(e);
  }
  // What another part knows of the new value becomes its bounds in each of them.
  void assign(Var x, const Form& e) override {
    if (is_bottom()) return;
    const Bounds known = bounds(e.sum);
    for (Value& p : parts_) p->assign(x, e);
    bound(x, sum(known, e.noise));
    same();
  }
  void forget(Var x) override {
    for (Value& p : parts_) p->forget(x);
  }
  void widen(const Lattice& before, const std::vector<Int>& thresholds) override {
    each(before, [&](Lattice& mine, const Lattice& o) { mine.widen(o, thresholds); });
  }
  void narrow(const Lattice& after) override {
    each(after, [](Lattice& mine, const Lattice& o) { mine.narrow(o); });
    same();
  }
  bool includes(const Lattice& other) const override {
    const Product& o = static_cast<const Product&>(other);
    for (size_t k = 0; k < parts_.size(); ++k)
      if (!parts_[k]->includes(*o.parts_[k])) return false;
    return true;
  }

  Bounds bounds(const Linear& e) const override {
    Bounds out;
    for (const Value& p : parts_) out = intersection(out, p->bounds(e));
    const Residue r = residue(e);
    if (r.modulus > 1) {
      if (out.low) *out.low += mod(r.rest - *out.low, r.modulus);
      if (out.high) *out.high -= mod(*out.high - r.rest, r.modulus);
    }
    return out;
  }
  Residue residue(const Linear& e) const override {
    Residue out;
    for (const Value& p : parts_)
      if (Residue r = p->residue(e); r.modulus == 0 || (out.modulus != 0 && r.modulus > out.modulus)) out = r;
    return out;
  }

  std::string text(const std::function<std::string(Var)>& name) const override {
    if (is_bottom()) return "nothing";
    std::string out;
    for (const Value& p : parts_) {
      std::string one = p->text(name);
      if (one != "anything") out += (out.empty() ? "" : ", ") + one;
    }
    return out.empty() ? "anything" : out;
  }

 private:
  template <class F>
  void each(const Lattice& other, F f) {
    const Product& o = static_cast<const Product&>(other);
    for (size_t k = 0; k < parts_.size(); ++k) f(*parts_[k], *o.parts_[k]);
  }
  void same() {
    for (const Value& p : parts_)
      if (p->is_bottom()) return make_bottom();
  }
  void bound(Var x, const Bounds& b) {
    for (Value& p : parts_) {
      if (b.low) p->meet_at_least_zero({{{x, 1}}, -*b.low});
      if (b.high) p->meet_at_least_zero({{{x, -1}}, *b.high});
    }
  }
  void exchange(const Linear& e) {
    same();
    if (is_bottom()) return;
    for (const auto& [x, k] : e.terms) {
      Bounds b = bounds(Linear::of(x));
      if (b.low && b.high && *b.low > *b.high) return make_bottom();
      bound(x, b);
      if (b.low && b.low == b.high)
        for (Value& p : parts_) p->meet_zero({{{x, 1}}, -*b.low});
    }
    same();
  }

  std::vector<Value> parts_;
};

class Part : public Lattice {
 public:
  Part(std::vector<Var> members, size_t variables, Value inner)
      : members_(std::move(members)), index_(variables, kNoVar), inner_(std::move(inner)) {
    for (Var k = 0; k < members_.size(); ++k) index_[members_[k]] = k;
  }
  Part(const Part& o) : members_(o.members_), index_(o.index_), inner_(o.inner_->copy()) {}

  Value copy() const override { return std::make_unique<Part>(*this); }
  size_t variables() const override { return index_.size(); }
  bool is_bottom() const override { return inner_->is_bottom(); }
  void make_bottom() override { inner_->make_bottom(); }
  void join(const Lattice& other) override { inner_->join(of(other)); }
  void meet_at_least_zero(const Linear& e) override {
    if (auto mine = renamed(e)) inner_->meet_at_least_zero(*mine);
  }
  void meet_zero(const Linear& e) override {
    if (auto mine = renamed(e)) inner_->meet_zero(*mine);
  }
  void assign(Var x, const Form& e) override {
    if (index_[x] == kNoVar) return;
    if (auto mine = renamed(e.sum))
      inner_->assign(index_[x], {*mine, e.noise});
    else
      inner_->forget(index_[x]);
  }
  void forget(Var x) override {
    if (index_[x] != kNoVar) inner_->forget(index_[x]);
  }
  void widen(const Lattice& before, const std::vector<Int>& thresholds) override {
    inner_->widen(of(before), thresholds);
  }
  void narrow(const Lattice& after) override { inner_->narrow(of(after)); }
  bool includes(const Lattice& other) const override { return inner_->includes(of(other)); }
  Bounds bounds(const Linear& e) const override {
    if (auto mine = renamed(e)) return inner_->bounds(*mine);
    return {};
  }
  std::string text(const std::function<std::string(Var)>& name) const override {
    return inner_->text([&](Var k) { return name(members_[k]); });
  }

 private:
  static const Lattice& of(const Lattice& part) { return *static_cast<const Part&>(part).inner_; }
  // Nothing: it speaks of somebody else, too.
  std::optional<Linear> renamed(const Linear& e) const {
    Linear out;
    out.constant = e.constant;
    for (const auto& [x, k] : e.terms) {
      if (index_[x] == kNoVar) return {};
      out.terms.emplace_back(index_[x], k);  // members ascend, so the order stays
    }
    return out;
  }

  std::vector<Var> members_;
  std::vector<Var> index_;
  Value inner_;
};

}  // namespace

Value make_product(std::vector<Value> parts) { return std::make_unique<Product>(std::move(parts)); }

Value make_part(std::vector<Var> members, size_t variables, Value inner) {
  return std::make_unique<Part>(std::move(members), variables, std::move(inner));
}

}  // namespace heddle::domains
