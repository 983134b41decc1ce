// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/unrolled/reduction.h"

#include <algorithm>

namespace heddle::unrolled {

using smt::kFalse;
using smt::Lit;

Monotonic::SignatureId Monotonic::number(const Signature& s) {
  std::vector<uint64_t> key{s.everything, s.atomic, s.place ? s.place->proc + uint64_t{1} : 0,
                            s.place ? s.place->pc : 0};
  for (const Effect& e : s.effects) key.insert(key.end(), {e.object, e.first, e.last, e.write});
  auto [it, fresh] = ids_.try_emplace(std::move(key), static_cast<SignatureId>(signatures_.size()));
  if (fresh) signatures_.push_back(s);
  return it->second;
}

bool Monotonic::depend(const Signature& a, const Signature& b) const {
  if (a.everything || b.everything) return true;
  const bool conflict = std::any_of(a.effects.begin(), a.effects.end(), [&](const Effect& x) {
    return std::any_of(b.effects.begin(), b.effects.end(), [&](const Effect& y) {
      return x.object == y.object && (x.write || y.write) && x.first < y.last && y.first < x.last;
    });
  });
  if (!conflict || !facts_ || !a.place || !b.place) return conflict;
  if (races_ && !(a.atomic && b.atomic)) return true;
  return facts_->sensitive(*a.place, *b.place);
}

bool Monotonic::dependent(SignatureId a, SignatureId b) {
  auto [it, fresh] = dependent_.try_emplace(std::minmax(a, b), false);
  if (fresh) it->second = depend(signatures_[a], signatures_[b]);
  return it->second;
}

void Monotonic::grow(size_t threads) {
  if (threads_.size() < threads) threads_.resize(threads);
  for (Thread& t : threads_) t.chain.resize(threads_.size(), kFalse);
}

void Monotonic::may_take(unsigned t, Lit takes, Signature s) {
  if (takes == kFalse) return;
  grow(t + 1);
  auto before = [](const Effect& x, const Effect& y) {
    return std::tie(x.object, x.first, x.last, x.write) < std::tie(y.object, y.first, y.last, y.write);
  };
  auto same = [](const Effect& x, const Effect& y) {
    return x.object == y.object && x.first == y.first && x.last == y.last && x.write == y.write;
  };
  std::sort(s.effects.begin(), s.effects.end(), before);
  s.effects.erase(std::unique(s.effects.begin(), s.effects.end(), same), s.effects.end());
  threads_[t].now.push_back({number(s), takes});
}

// The transition that i takes depends on the last one of l.
Lit Monotonic::dependent_on_last(unsigned l, unsigned i) {
  smt::Clause any;
  std::map<std::vector<SignatureId>, smt::Clause> alike;  // transitions that depend on the same last ones
  for (const Kind& k : threads_[i].now) {
    std::vector<SignatureId> which;
    for (const auto& [id, lit] : threads_[l].last)
      if (lit != kFalse && dependent(id, k.id)) which.push_back(id);
    if (!which.empty()) alike[which].push_back(k.lit);
  }
  for (const auto& [which, lits] : alike) {
    smt::Clause last;
    for (SignatureId id : which) last.push_back(threads_[l].last.at(id));
    any.push_back(c_.and_(c_.any(last), c_.any(lits)));
  }
  return c_.any(any);
}

void Monotonic::constrain(const std::vector<Lit>& turn) {
  grow(turn.size());
  const unsigned n = static_cast<unsigned>(threads_.size());
  auto turn_of = [&](unsigned t) { return t < turn.size() ? turn[t] : kFalse; };
  std::vector<std::vector<Lit>> chain;  // as it is afterwards
  for (const Thread& t : threads_) chain.push_back(t.chain);
  for (unsigned i = 0; i < n; ++i) {
    if (turn_of(i) == kFalse) continue;
    std::vector<Lit> depends(n, kFalse);
    for (unsigned l = 0; l < n; ++l)
      if (l != i) depends[l] = dependent_on_last(l, i);
    for (unsigned j = 1; j < n; ++j) {
      if (j == i || threads_[j].ran == kFalse) continue;
      smt::Clause ways{threads_[j].chain[i]};
      for (unsigned l = 0; l < n; ++l)
        if (l != i) ways.push_back(c_.and_(l == j ? threads_[j].ran : threads_[j].chain[l], depends[l]));
      const Lit reaches = c_.any(ways);
      chain[j][i] = c_.ite(turn_of(i), reaches, chain[j][i]);
      if (j < i) continue;
      smt::Clause allowed{~turn_of(i), ~threads_[j].ran, reaches};  // S
      for (unsigned l = 0; l < i; ++l) allowed.push_back(threads_[j].chain[l]);
      c_.solver().add(allowed);
    }
  }
  for (unsigned i = 0; i < n; ++i) {
    Thread& t = threads_[i];
    const Lit moves = turn_of(i);
    for (unsigned l = 0; l < n; ++l) t.chain[l] = l == i ? kFalse : c_.and_(~moves, chain[i][l]);
    if (moves == kFalse) continue;
    for (auto& [id, lit] : t.last) lit = c_.and_(lit, ~moves);
    for (const Kind& k : t.now) {
      auto [it, fresh] = t.last.try_emplace(k.id, kFalse);
      it->second = c_.or_(it->second, k.lit);
    }
    t.ran = c_.or_(t.ran, moves);
    t.now.clear();
  }
}

}  // namespace heddle::unrolled
