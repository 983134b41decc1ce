// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/sleeps.h"

#include <algorithm>

namespace heddle::invariants {

namespace {

// What words contain in a deadlock.
struct Facts {
  std::map<Word, Numbers> words;
  bool contradiction = false;

  bool add(const Word& w, const Numbers& n) {
    auto [it, is_new] = words.try_emplace(w, n);
    if (is_new) return true;
    const std::optional<Numbers> both = meet(it->second, n.lo, n.hi);
    if (!both || (n.single() && !it->second.has(n.lo))) return contradiction = true;
    if (*both == it->second) return false;
    it->second = *both;
    return true;
  }
};

class Deadlock {
 public:
  Deadlock(const Walk& walk, const Rest& of_main) : walk_(walk), of_main_(of_main) {}

  bool impossible() {
    known_ = facts(of_main_);
    for (bool more = true; more && !known_.contradiction;) {
      more = false;
      if (!of_main_.at.guessed)
        for (ThreadId t : of_main_.at.started) more |= consider({t}, true);
      if (!of_main_.end_of.empty()) more |= consider(of_main_.end_of, false);
      if (walk_.waiters())
        for (const auto& [condition, waiters] : *walk_.waiters())
          if (!known_.contradiction && surely_sleeps_on(condition)) more |= last_to_sleep(condition, waiters);
    }
    return known_.contradiction;
  }

 private:
  static bool sleeps_on(const Rest& r, const Notice& c) { return r.kind == Rest::OnCondition && r.condition == c; }
  bool unique(ThreadId t) const { return walk_.threads()[t].unique; }

  static bool is_given(const Write& w, const Notice& c, bool to_all) {
    if (!w.notices) return true;  // who writes this never rests
    return w.notices->count({c.object, c.offset, true}) || (!to_all && w.notices->count({c.object, c.offset, false}));
  }

  // Every step of threads other than those that may write the word gives notice; all hold the mutex.
  bool kept(const Word& word, const Rest& r, const Threads& apart_from, bool to_all) const {
    for (const auto& [id, write] : walk_.writes()) {
      if (id.object != word.object || !may_overlap(id.offset, id.bytes, Numbers::constant(word.offset), word.bytes))
        continue;
      if (!write.locks) continue;
      if (!write.locks->count(r.mutex)) return false;
      if (!apart_from.count(id.thread) && !is_given(write, *r.condition, to_all)) return false;
    }
    return true;
  }

  // Nobody but this thread ever sets the flag, and it has not.
  bool not_set(const Word& flag, const Rest& r) const {
    if (!unique(r.thread) || r.perhaps.count(flag)) return false;
    return std::none_of(walk_.writes().begin(), walk_.writes().end(), [&](const auto& w) {
      const WriteId& id = w.first;
      return id.thread != r.thread && id.object == flag.object &&
             may_overlap(id.offset, id.bytes, Numbers::constant(flag.offset), flag.bytes);
    });
  }

  Facts facts(const Rest& r) const {
    Facts f;
    for (const auto& [flag, value] : walk_.flags())
      if (not_set(flag, r))
        if (const Value before = walk_.at_start(flag); before.only_number()) f.add(flag, *before.number);
    for (const Word& w : r.at.set)
      if (auto flag = walk_.flags().find(w); flag != walk_.flags().end()) f.add(w, Numbers::constant(flag->second));
    if (r.kind != Rest::OnCondition || !r.condition || !walk_.waiters()) return f;
    const bool alone = walk_.waiters()->at(*r.condition) == Threads{r.thread} && unique(r.thread);
    const Threads itself = unique(r.thread) ? Threads{r.thread} : Threads{};
    for (const auto& [word, value] : r.seen)
      if (kept(word, r, itself, !alone)) f.add(word, value);
    return f;
  }

  // Where a thread may rest, given what is known.
  std::vector<const Rest*> places(ThreadId t, bool may_have_ended) const {
    if (t == 0) return {&of_main_};
    std::vector<const Rest*> all;
    for (const Rest& r : walk_.rests()) {
      if (r.thread != t || (r.kind == Rest::End && !may_have_ended)) continue;
      Facts both = facts(r);
      for (const auto& [word, value] : known_.words) both.add(word, value);
      if (!both.contradiction) all.push_back(&r);
    }
    return all;
  }

  bool may_have_ended(ThreadId t) const { return of_main_.end_of != std::vector{t} || !unique(t); }

  // What holds wherever one of these threads rests. True: that is new.
  bool consider(const std::vector<ThreadId>& one_of, bool may_be_over) {
    std::vector<const Rest*> all;
    for (ThreadId t : one_of)
      for (const Rest* r : places(t, may_be_over && may_have_ended(t))) all.push_back(r);
    if (all.empty()) return known_.contradiction = true;
    Facts common = facts(*all[0]);
    for (const Rest* r : all) {
      const Facts f = facts(*r);
      std::erase_if(common.words, [&](const auto& c) { return !f.words.count(c.first); });
      for (auto& [word, value] : common.words) value = join(value, f.words.at(word));
    }
    bool more = false;
    for (const auto& [word, value] : common.words) more |= known_.add(word, value);
    return more;
  }

  bool rests_only_on(ThreadId t, const Notice& c) const {
    const std::vector<const Rest*> all = places(t, may_have_ended(t));
    return std::all_of(all.begin(), all.end(), [&](const Rest* r) { return sleeps_on(*r, c); });
  }

  bool surely_sleeps_on(const Notice& c) const {
    if (sleeps_on(of_main_, c)) return true;
    if (of_main_.at.guessed) return false;
    return std::any_of(of_main_.at.started.begin(), of_main_.at.started.end(),
                       [&](ThreadId t) { return rests_only_on(t, c); });
  }

  bool last_to_sleep(const Notice& c, const Threads& waiters) {
    std::vector<const Rest*> all;
    for (ThreadId t : waiters) {
      if (!rests_only_on(t, c)) return false;
      for (const Rest* r : places(t, may_have_ended(t))) all.push_back(r);
    }
    if (all.empty()) return false;
    bool more = false;
    for (const auto& [word, first] : all[0]->seen) {
      Numbers value = first;
      const bool everybody = std::all_of(all.begin(), all.end(), [&, &word = word](const Rest* r) {
        auto seen = r->seen.find(word);
        if (seen == r->seen.end() || !kept(word, *r, waiters, false)) return false;
        value = join(value, seen->second);
        return true;
      });
      if (everybody) more |= known_.add(word, value);
    }
    return more;
  }

  const Walk& walk_;
  const Rest& of_main_;
  Facts known_;
};

}  // namespace

std::optional<Rest> rest_for_ever(const Walk& walk) {
  for (const Rest& r : walk.rests())
    if (r.thread == 0 && !Deadlock(walk, r).impossible()) return r;
  return std::nullopt;
}

}  // namespace heddle::invariants
