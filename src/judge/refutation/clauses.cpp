// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/refutation/clauses.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::judge {

namespace {
constexpr uint32_t kGone = UINT32_MAX;
constexpr size_t kSmall = 1 << 20;  // so much garbage is no garbage
}  // namespace

Clauses::Clauses(uint32_t variables) : watches_(2 * size_t{variables}), values_(2 * size_t{variables}) {
  HEDDLE_CHECK(variables > 0) << "variable 0 is the constant true";
  set(0);
  for_good_ = 1;
}

void Clauses::set(Literal l) {
  values_[l] = 1;
  values_[l ^ 1] = -1;
  trail_.push_back(l);
}

std::optional<Clauses::Name> Clauses::add(std::span<const Literal> clause) {
  HEDDLE_CHECK(trail_.size() == for_good_) << "clauses are added when nothing is assumed";
  std::vector<Literal> left;
  for (Literal l : clause) {
    if (is_true(l)) return std::nullopt;
    if (!is_false(l)) left.push_back(l);
  }
  std::sort(left.begin(), left.end());
  left.erase(std::unique(left.begin(), left.end()), left.end());
  for (size_t k = 1; k < left.size(); ++k)
    if (left[k] == (left[k - 1] ^ 1)) return std::nullopt;
  if (left.size() < 2) {
    if (left.empty())
      contradictory_ = true;
    else
      set(left[0]);
    if (!propagate()) contradictory_ = true;
    for_good_ = trail_.size();
    return std::nullopt;
  }
  if (garbage_ > kSmall && 2 * garbage_ > store_.size()) collect_garbage();
  Name name = static_cast<Name>(places_.size());
  HEDDLE_CHECK(store_.size() + left.size() < kGone && name != kGone) << "too many clauses for this judge";
  places_.push_back(static_cast<uint32_t>(store_.size()));
  store_.push_back(static_cast<uint32_t>(left.size()));
  store_.insert(store_.end(), left.begin(), left.end());
  watch(name);
  return name;
}

void Clauses::watch(Name clause) {
  const uint32_t* literals = &store_[places_[clause] + 1];
  watches_[literals[0]].push_back({clause, literals[1]});
  watches_[literals[1]].push_back({clause, literals[0]});
}

void Clauses::remove(Name clause) {
  if (places_[clause] == kGone) return;
  garbage_ += store_[places_[clause]] + 1;
  places_[clause] = kGone;
}

// What was removed, or is satisfied for good, leaves the store. The names stay.
void Clauses::collect_garbage() {
  std::vector<uint32_t> kept;
  for (auto& list : watches_) list.clear();
  std::vector<Name> live;
  for (Name name = 0; name < places_.size(); ++name) {
    if (places_[name] == kGone) continue;
    const uint32_t* at = &store_[places_[name]];
    if (std::any_of(at + 1, at + 1 + *at, [&](Literal l) { return is_true(l); })) {
      places_[name] = kGone;
      continue;
    }
    uint32_t place = static_cast<uint32_t>(kept.size());
    kept.push_back(0);
    std::copy_if(at + 1, at + 1 + *at, std::back_inserter(kept), [&](Literal l) { return !is_false(l); });
    kept[place] = static_cast<uint32_t>(kept.size() - place - 1);
    HEDDLE_CHECK(kept[place] >= 2) << "a clause that is not satisfied has two literals that are open";
    places_[name] = place;
    live.push_back(name);
  }
  store_ = std::move(kept);
  garbage_ = 0;
  for (Name name : live) watch(name);
}

bool Clauses::propagate() {
  while (head_ < trail_.size())
    if (!look_at_watches(trail_[head_++] ^ 1)) return false;
  return true;
}

bool Clauses::look_at_watches(Literal falsified) {
  std::vector<Watch>& list = watches_[falsified];
  size_t kept = 0, at = 0;
  bool fine = true;
  for (; at < list.size() && fine; ++at) {
    Watch w = list[at];
    if (is_true(w.other)) {
      list[kept++] = w;
      continue;
    }
    if (places_[w.clause] == kGone) continue;
    uint32_t* literals = &store_[places_[w.clause] + 1];
    const uint32_t size = literals[-1];
    if (literals[0] == falsified) std::swap(literals[0], literals[1]);
    const Watch now{w.clause, literals[0]};
    if (is_true(literals[0])) {
      list[kept++] = now;
      continue;
    }
    uint32_t k = 2;
    while (k < size && is_false(literals[k])) ++k;
    if (k < size) {
      std::swap(literals[1], literals[k]);
      watches_[literals[1]].push_back(now);
      continue;
    }
    list[kept++] = now;
    if (is_false(literals[0]))
      fine = false;
    else
      set(literals[0]);
  }
  for (; at < list.size(); ++at) list[kept++] = list[at];
  list.resize(kept);
  return fine;
}

bool Clauses::assume(Literal l) {
  if (contradictory_ || is_false(l)) return false;
  if (is_true(l)) return true;
  set(l);
  return propagate();
}

void Clauses::undo(size_t mark) {
  for (; trail_.size() > mark; trail_.pop_back()) values_[trail_.back()] = values_[trail_.back() ^ 1] = 0;
  head_ = mark;
}

bool Clauses::refutes(std::span<const Literal> literals) {
  const bool refuted =
      contradictory_ || !std::all_of(literals.begin(), literals.end(), [&](Literal l) { return assume(l); });
  undo();
  return refuted;
}

}  // namespace heddle::judge
