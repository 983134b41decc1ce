// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/tree_steps.h"

#include <algorithm>

namespace heddle::judge {

using steps::Slot;
using steps::Term;
using steps::Value;
using steps::Way;
using State = TreeCertificate::State;

namespace {

bool meet(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& n) { return b.count(n) != 0; });
}

}  // namespace

const steps::Ways& TreeSteps::ways(size_t place) {
  auto it = ways_.find(place);
  if (it == ways_.end()) {
    it = ways_.emplace(place, walker_.from(this->place(place))).first;
    count_ += it->second.ways.size();
  }
  return it->second;
}

std::map<std::string, std::string> TreeSteps::own_names(size_t place, size_t thread) const {
  std::map<std::string, std::string> names;
  for (const KnownPlace::Own& o : c_.map.places[place].own) names.emplace(o.name, of_thread(o.name, thread));
  return names;
}

const Suppositions& TreeSteps::suppositions(size_t place, size_t thread, size_t way) {
  const Key key{place, thread, way};
  auto it = suppositions_.find(key);
  if (it == suppositions_.end())
    it = suppositions_.emplace(key, Suppositions(ways(place).ways[way].premises, own_names(place, thread))).first;
  return it->second;
}

bool TreeSteps::is_ended(const State& s, size_t thread, steps::RoleId role) const {
  const steps::Place& p = place(s.places[thread]);
  return p.role == role && p.spot.phase == steps::Spot::Ended;
}

// Which of several threads with one role is meant is not known; but as many have ended and are not joined.
bool TreeSteps::can_join(const State& from, const Way& way) const {
  std::map<steps::RoleId, size_t> needed;
  for (steps::RoleId r : way.joins) ++needed[r];
  for (const auto& [role, count] : needed) {
    size_t ended = 0;
    for (size_t t = 0; t < from.places.size(); ++t) ended += is_ended(from, t, role) && !from.joined[t];
    if (ended < count) return false;
  }
  return true;
}

bool TreeSteps::can_surely_join(const State& from, const Way& way) const {
  for (steps::RoleId r : way.joins)
    for (size_t t = 0; t < from.places.size(); ++t)
      if (place(from.places[t]).role == r && !from.joined[t] && !is_ended(from, t, r)) return false;
  return can_join(from, way);
}

const std::optional<TreeSteps::Landing>& TreeSteps::lands(const State& from, size_t thread, size_t way,
                                                          const State& to) {
  static const std::optional<Landing> kNowhere;
  const Way& w = ways(from.places[thread]).ways[way];
  const size_t threads = from.places.size();
  if (to.places.size() != threads + w.starts.size()) return kNowhere;
  std::vector<steps::RoleId> joined;
  for (size_t t = 0; t < threads; ++t) {
    if (t != thread && to.places[t] != from.places[t]) return kNowhere;
    if (to.joined[t] == from.joined[t]) continue;
    if (from.joined[t] || place(from.places[t]).spot.phase != steps::Spot::Ended) return kNowhere;
    joined.push_back(place(from.places[t]).role);
  }
  for (size_t t = threads; t < to.places.size(); ++t)
    if (to.joined[t]) return kNowhere;
  if (!std::is_permutation(joined.begin(), joined.end(), w.joins.begin(), w.joins.end())) return kNowhere;
  Key key{from.places[thread], thread, way, to.places[thread], threads};
  key.insert(key.end(), to.places.begin() + static_cast<std::ptrdiff_t>(threads), to.places.end());
  auto it = landings_.find(key);
  if (it == landings_.end()) it = landings_.emplace(key, land(from, thread, way, to)).first;
  return it->second;
}

std::optional<TreeSteps::Landing> TreeSteps::land(const State& from, size_t thread, size_t way, const State& to) {
  const size_t here = from.places[thread], threads = from.places.size();
  const Way& w = ways(here).ways[way];
  steps::Premises premises = w.premises;
  const std::map<std::string, std::string> before = own_names(here, thread);
  Landing made;
  auto arrives = [&](size_t t, const std::optional<steps::Arrival>& a) {
    if (!a) return false;
    const std::map<std::string, std::string> own = own_names(to.places[t], t);
    for (const auto& [name, term] : a->own) {
      auto it = own.find(name);
      made.becomes.insert_or_assign(it == own.end() ? name : it->second, renamed(steps::text(term), before));
    }
    for (const steps::Truth& m : a->must)
      if (!m.is(true)) made.must.emplace_back(renamed(steps::text(m), before));
    return true;
  };
  const steps::Place& next = place(to.places[thread]);
  if (next.role != place(here).role || next.spot != w.to) return std::nullopt;
  if (!arrives(thread, steps::arrive(walker_, next, w, premises))) return std::nullopt;
  for (size_t k = 0; k < w.starts.size(); ++k) {
    const steps::Place& first = place(to.places[threads + k]);
    const steps::Spot begin{c_.map.map.roles[w.starts[k].role].root, 0, steps::Spot::Before};
    if (first.role != w.starts[k].role || first.spot != begin) return std::nullopt;
    if (!arrives(threads + k, steps::begin(walker_, first, w.starts[k].with, premises))) return std::nullopt;
  }
  std::optional<std::map<std::string, Term>> changed = variables_.after(next.role, w, &next, premises);
  if (!changed) return std::nullopt;
  for (const auto& [name, term] : *changed) made.becomes.insert_or_assign(name, renamed(steps::text(term), before));
  std::erase_if(made.becomes, [](const auto& b) { return b.first == b.second; });
  made.suppositions = Suppositions(premises, before);
  return made;
}

// May the thread, or a label, still ask for it where it rests?
bool TreeSteps::matters(const Slot& slot, const steps::Spot& at) {
  if (slot.kind != Slot::Local) return true;
  for (const KnownPlace& k : c_.map.places)
    if (k.place.spot == at && k.place.mine.count(slot)) return true;
  return !at.is_last() && walker_.is_live(slot, at);
}

const Touched& TreeSteps::touched(size_t place, size_t way) {
  const Key key{place, way};
  if (auto it = touched_.find(key); it != touched_.end()) return it->second;
  const Way& w = ways(place).ways[way];
  Touched all;
  std::set<std::string> seen;
  std::vector<std::string> open;
  auto reads = [&](const std::string& text) {
    for (const std::string& n : names_in(text))
      if (seen.insert(n).second) open.push_back(n);
  };
  auto reads_value = [&](const Value& v) {
    reads(v.number.n.base);
    if (v.number.is_set) reads(v.number.is_set->text);
  };
  for (const std::string& t : w.premises.where) reads(t);
  for (const auto* values : {&w.mine, &w.past, &w.stale})
    for (const auto& [slot, v] : *values)
      if (matters(slot, w.to)) reads_value(v);
  for (const steps::Start& s : w.starts)
    for (const auto& [slot, v] : s.with) reads_value(v);
  for (const auto& [slot, v] : w.shared) {
    const steps::Shared& variable = c_.map.map.shared.at(slot);
    if (!variable.points && v.kind == Value::Number && v.number.n == steps::variable(variable.name)) continue;
    all.writes.insert(variable.name);
    reads_value(v);
  }
  while (!open.empty()) {
    const std::string n = open.back();
    open.pop_back();
    if (auto it = w.premises.given.find(n); it != w.premises.given.end()) reads(it->second);
  }
  // Variables of the first thread that everybody may know: nobody else reads or writes them.
  for (const auto& [slot, v] : c_.map.map.shared)
    if (!variables_.is_ghost(slot) && seen.count(v.name)) all.reads.insert(v.name);
  all.starts = !w.starts.empty();
  all.joins = !w.joins.empty();
  all.ends = w.to.phase == steps::Spot::Ended;
  return touched_.emplace(key, std::move(all)).first->second;
}

bool TreeSteps::commute(size_t place, size_t way, size_t later_place, size_t later_way) {
  const Touched &a = touched(place, way), &b = touched(later_place, later_way);
  if (meet(a.writes, b.writes) || meet(a.writes, b.reads) || meet(a.reads, b.writes)) return false;
  if (a.starts && b.starts) return false;
  return !(a.joins && (b.joins || b.ends)) && !(b.joins && a.ends);
}

}  // namespace heddle::judge
