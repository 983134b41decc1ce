// SPDX-License-Identifier: GPL-3.0-or-later
#include "domains/lattice.h"

#include <map>
#include <numeric>

#include "base/check.h"
#include "domains/kinds.h"

namespace heddle::domains {

void Lattice::meet_zero(const Linear& e) {
  meet_at_least_zero(e);
  if (auto minus = product(e, -1)) meet_at_least_zero(*minus);
}

Residue Lattice::residue(const Linear& e) const {
  if (e.is_constant()) return {0, e.constant};
  return {};
}

Residue Lattice::residue(const Form& e) const {
  Residue r = residue(e.sum);
  r.rest += e.noise.low;
  r.modulus = gcd(r.modulus, e.noise.stride);
  if (r.modulus > 0) r.rest = mod(r.rest, r.modulus);
  return r;
}

Bounds Lattice::implied(const Linear& e, Var x) const {
  const Int k = e.factor(x);
  if (k == 0) return {};
  std::optional<Linear> others = sum(e, Linear::of(x), -k);
  if (!others) return {};
  Bounds b = bounds(*others);
  if (!b.high || !fits(*b.high)) return {};
  // k x + others >= 0, so k x >= -max(others)
  if (k > 0) return {-floor_div(*b.high, k), {}};
  return {{}, floor_div(*b.high, -k)};
}

Clusters::Clusters(size_t variables, size_t most) : parent_(variables), size_(variables, 1), most_(most) {
  std::iota(parent_.begin(), parent_.end(), Var{0});
}

Var Clusters::root(Var x) const {
  while (parent_[x] != x) x = parent_[x];
  return x;
}

bool Clusters::relate(Var a, Var b) {
  a = root(a);
  b = root(b);
  if (a == b || size_[a] + size_[b] > most_) return false;
  if (size_[a] < size_[b]) std::swap(a, b);
  parent_[b] = a;
  size_[a] += size_[b];
  return true;
}

std::vector<std::vector<Var>> Clusters::groups() const {
  std::map<Var, std::vector<Var>> by_root;
  for (Var x = 0; x < parent_.size(); ++x) by_root[root(x)].push_back(x);
  std::vector<std::vector<Var>> out;
  for (auto& [r, members] : by_root) out.push_back(std::move(members));
  return out;
}

Value anything(Kind kind, size_t variables) {
  switch (kind) {
    case Kind::Ranges: return make_ranges(variables);
    case Kind::Octagons: return make_octagons(variables);
    case Kind::Polyhedra: return make_polyhedra(variables);
    case Kind::Congruences: return make_congruences(variables);
  }
  HEDDLE_CHECK(false) << "a kind of domain without a maker";
  return nullptr;
}

Value anything(const std::vector<Kind>& kinds, size_t variables) {
  std::vector<Value> parts;
  for (Kind k : kinds) parts.push_back(anything(k, variables));
  return make_product(std::move(parts));
}

Value anything(Kind relational, const Clusters& clusters) {
  std::vector<Value> parts;
  parts.push_back(make_ranges(clusters.variables()));
  parts.push_back(make_congruences(clusters.variables()));
  if (relational == Kind::Octagons || relational == Kind::Polyhedra)
    for (const std::vector<Var>& group : clusters.groups())
      if (group.size() > 1) parts.push_back(make_part(group, clusters.variables(), anything(relational, group.size())));
  return make_product(std::move(parts));
}

}  // namespace heddle::domains
