// SPDX-License-Identifier: GPL-3.0-or-later
// auto: several engines side by side, the first answer for each property wins. Which engines, about what and when, says
// the table in portfolio.cpp; here are the rules that hold for any of them.
//
// The first engine leads. The others begin when it has had its head start, or has ended and left something open.
// Everybody ends when every property is decided, or some time after the first violation: the other properties are
// decided too, but not at any price. A leader that stops at a violation leaves them two seconds for the rest.
//
// Where a concrete engine met something undefined or unmodelled, nobody can prove anything any more, and a `true` that
// somebody else had given is taken back while the run goes on. A `true` that closes the last open property ends the run
// at once, although the concrete engine might still meet something undefined. That is right, since a proof does not
// lean on other engines: whoever gives it has asked a solver whether anything undefined or unmodelled happens in any
// execution, beyond all bounds, and was told no. If it is met all the same, one of the two is wrong, and nothing is
// proven. An unmodelled call that is known to return some number (model/library_names.h) stops a search only: whoever
// looks at all that may happen goes on behind it.
//
// So does a value that no search follows: the content of an argument, a number made of an address, the 201st thread
// (Result::not_followed), and an atomic operation whose order no search knows. Only an engine that takes every value at
// once is asked then, and only its proofs stand.
//
// One thing that C leaves open stops concrete engines only: which value memory has that was never initialised. If a use
// of something uninitialised is all that they have met, a proof stands that holds for every such value. Who has such
// proofs begins then, and not before. With --strict it is undefined like everything else.
//
// Some engines are worth more when they know what somebody else has left to suspect (trace/suspicions.h). They wait for
// those who may know it, but not for long. What is suspected at the end is told.
//
// Suspected races, error calls and rings of waits are questions of their own. While a processor is free, an engine that
// can do so is asked about one of them alone, beside the same engine that is asked about all. A property is proven when
// each part was excluded; nobody else can make a proof of parts. The list of races must be whole for that. The other
// lists need not be: one more part is everything that is not on the list.
//
// A proof that assumes safe memory is a proof all the same; but for a few seconds the others go on: one of them may
// prove the property without the condition, or meet the memory error.
#include "driver/auto.h"

#include <algorithm>
#include <set>

#include "base/memory_safety.h"
#include "model/library_names.h"

namespace heddle::driver {

using base::Property;
using std::chrono::milliseconds;
using trace::Reason;
using trace::Verdict;

namespace {

constexpr milliseconds kHeadStart{1000}, kGrace{5000}, kGraceAlone{2000}, kLastWords{4000};
constexpr milliseconds kDoubt{4000}, kSuspicion{3000};
constexpr double kHeadShare = 0.15, kDoubtShare = 0.3, kSuspicionShare = 0.1;
constexpr unsigned kSideBySide = 2;
constexpr size_t kMostParts = 64;
constexpr Property kDivided[] = {Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock};

// Those of which nothing is known.
std::vector<Property> open_ones(const trace::Result& r, const std::vector<Property>& of) {
  std::vector<Property> open;
  for (Property p : of)
    if (auto it = r.properties.find(p); it == r.properties.end() || it->second == Verdict::Unknown) open.push_back(p);
  return open;
}

// What a concrete engine met that forbids proofs.
enum class Met : uint8_t {
  Nothing,
  AnyContent,     // memory whose content is not known; what is proven for any content of it stands
  Uninitialised,  // a use of something that was never initialised; what is proven for any value of it stands
  Undefined       // or unmodelled
};

Met met(const trace::Result& r, bool strict) {
  auto invalid = [](const trace::Violation& v) { return v.property == Property::ValidMemsafety; };
  auto unset = [](const trace::Violation& v) { return base::is_uninitialised_read(v.kind); };
  auto any = [](const std::string& name) { return model::is_any_number(name) || model::is_any_content(name); };
  if (!std::all_of(r.unmodelled.begin(), r.unmodelled.end(), any) ||
      std::any_of(r.violations.begin(), r.violations.end(), invalid) ||
      !std::all_of(r.undefined_behaviour.begin(), r.undefined_behaviour.end(), unset))
    return Met::Undefined;
  if (!r.undefined_behaviour.empty()) return strict ? Met::Undefined : Met::Uninitialised;
  const bool content = std::any_of(r.unmodelled.begin(), r.unmodelled.end(), model::is_any_content);
  return content ? Met::AnyContent : Met::Nothing;
}

// A proof does not rest on it.
void forget_any_numbers(trace::Result& r) {
  auto proven = [](const auto& p) { return p.second == Verdict::True; };
  if (std::none_of(r.properties.begin(), r.properties.end(), proven)) return;
  std::erase_if(r.unmodelled, model::is_any_number);
  std::erase_if(r.unmodelled, model::is_any_content);
}

// Somebody may have been asked about each property alone. The first list of each property counts.
void add(trace::Suspicions& to, const trace::Suspicions& from) {
  const trace::Suspicions before = to;
  auto is_new = [&](Property p) {
    auto is = [p](const trace::Suspicion& s) { return s.property == p; };
    return !before.is_whole(p) && std::none_of(before.all.begin(), before.all.end(), is);
  };
  for (const trace::Suspicion& s : from.all)
    if (is_new(s.property)) to.all.push_back(s);
  for (const auto& [p, shown] : from.whole)
    if (is_new(p)) to.whole.emplace(p, shown);
  if (to.safe_memory_assumed_at.empty()) to.safe_memory_assumed_at = from.safe_memory_assumed_at;
}

class Auto {
 public:
  Auto(const Portfolio& engines, const options::Options& options, base::Budget& budget, Crew& crew,
       const std::vector<trace::Suspicion>& error_calls)
      : options_(options), budget_(budget), crew_(crew), error_calls_(error_calls), begun_(Clock::now()) {
    for (const Member& m : engines) players_.push_back({m, {}, nullptr, {}, {}, {}});
    if (auto left = budget.left()) {
      auto share = [&](double of) {
        return milliseconds(static_cast<int64_t>(of * static_cast<double>(left->count())));
      };
      head_start_ = std::min(kHeadStart, share(kHeadShare));
      doubt_ = std::min(kDoubt, share(kDoubtShare));
      suspicion_ = std::min(kSuspicion, share(kSuspicionShare));
    }
  }

  trace::Result run() {
    begin_those_who_should();
    learn();
    while (crew_.running() || somebody_should_begin()) {
      divide();
      begin_those_who_should();
      if (crew_.turn()) learn();
      for (Player& p : players_)
        if (&p != &leader() && p.running() && !helps(p)) p.child->end(Reason::TimeLimit);
      if (finished()) dismiss();
    }
    learn();
    return conclude();
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct Player {
    const Member& member;
    std::vector<Property> asked;
    Child* child;        // none: it has not begun
    trace::Result said;  // the last that is known from it
    Clock::time_point since = {};
    std::optional<trace::Suspicions> part = {};  // all that it is asked about

    bool is_part_of(Property p) const { return part && part->is_part(p); }
    bool running() const { return child && child->running(); }
    bool said_nothing() const { return !child || open_ones(said, asked).size() == asked.size(); }
  };

  Player& leader() { return players_.front(); }
  const Player& leader() const { return players_.front(); }

  // What is known now, from all of them.
  void learn() {
    for (Player& p : players_)
      if (p.child) p.said = answer(*p.child, p.asked);
    suspicions_ = {};
    for (const Player& p : players_)
      if (p.child && p.child->done()) driver::add(suspicions_, p.said.suspicions);
    divide();
    met_ = Met::Nothing;
    for (const Player& p : players_)
      if (p.child && p.member.concrete) met_ = std::max(met_, met(p.said, options_.strict));
    known_ = leader().said;
    for (const Player& p : players_)
      if (&p != &leader()) add(known_, p);
    for (Property p : kDivided) add_up(known_, p);
    if (!known_.violations.empty() && !violated_) violated_ = Clock::now();
    if (leader().child && !leader().running() && !leader_ended_) leader_ended_ = Clock::now();
    if (trace::assumes_safe_memory(known_) && !conditional_) conditional_ = Clock::now();
  }

  void add(trace::Result& to, const Player& from) const {
    if (!from.child) return;
    for (Property p : from.asked)
      if (from.said.properties.at(p) != Verdict::True || stands(from, p)) trace::adopt(to, from.said, p);
  }
  bool stands(const Player& whose, Property p) const {
    if (met_ == Met::AnyContent) return whose.member.takes_every_value;
    return met_ == Met::Nothing || (met_ == Met::Uninitialised && trace::proven_for_any_value(whose.said, p));
  }

  void divide() {
    if (options_.certificate || options_.all) return;
    for (Property p : kDivided) {
      if (divided_.contains(p)) continue;
      auto divides = [&](const Player& o) {
        return !o.part && o.member.suspicion == Member::Suspicion::Divides && (o.member.about & one(p));
      };
      const auto who = std::find_if(players_.begin(), players_.end(), divides);
      if (who == players_.end()) continue;
      const std::vector<trace::Suspicions> parts = parts_of(p, *who);
      if (parts.empty()) continue;
      divided_.insert(p);
      const Member& m = who->member;
      for (const trace::Suspicions& s : parts) players_.push_back({m, {}, nullptr, {}, {}, s});
    }
  }

  // None, if there is nothing to divide, or not yet. Most programs have error calls, and most of these programs are
  // easy: who is asked about all of them has a head start.
  std::vector<trace::Suspicions> parts_of(Property p, const Player& asked_about_all) const {
    const bool races = p == Property::NoDataRace;
    const bool takes_long = asked_about_all.child && Clock::now() >= asked_about_all.since + head_start_;
    if (races ? !suspicions_.is_whole(p) : !takes_long) return {};
    const trace::Suspicions list = p == Property::UnreachCall ? suspected_errors() : suspicions_;
    std::vector<trace::Suspicions> parts = trace::parts(list, p, kMostParts);
    if (parts.size() < 2) return {};
    return races ? parts : trace::parts_and_rest(list, p, kMostParts);
  }

  // The error calls of the program; only those that are suspected, where somebody has a list.
  trace::Suspicions suspected_errors() const {
    const trace::Suspects suspected(suspicions_, Property::UnreachCall);
    trace::Suspicions list;
    for (const trace::Suspicion& s : error_calls_)
      if (suspected.empty() || suspected.has(s.places[0].event)) list.all.push_back(s);
    return list;
  }

  static bool is_open(const Player& p) { return p.part && !(p.child && p.child->done() && p.said.shown_of_part); }
  // One of the parts was asked in vain, so that there will be no proof of parts.
  bool in_vain(const trace::Suspicions& part) const {
    return std::any_of(players_.begin(), players_.end(), [&](const Player& p) {
      return is_open(p) && p.is_part_of(*part.part_of) && p.child && !p.running();
    });
  }

  // What was shown of the parts, if it was shown of all.
  void add_up(trace::Result& to, Property of) const {
    trace::Certified all;
    for (const Player& p : players_) {
      if (!p.is_part_of(of)) continue;
      if (is_open(p)) return;
      all.parts.push_back(*p.said.shown_of_part);
    }
    if (all.parts.empty() || met_ != Met::Nothing) return;
    if (of == Property::NoDataRace) {
      all.argument =
          "what an analysis of every thread for itself could not exclude, formulas of all executions do in " +
          std::to_string(all.parts.size()) + " parts";
      all.parts.insert(all.parts.begin(), suspicions_.whole.at(of));
      all.safe_memory_assumed_at = suspicions_.safe_memory_assumed_at;
    } else {
      all.argument = "formulas of all executions exclude it in " + std::to_string(all.parts.size()) + " parts";
    }
    trace::Result r;
    r.engine = all.parts.back().by;
    r.requested = {of};
    trace::conclude(r, trace::proofs(r.requested, trace::Complete::of(std::move(all))), Reason::NoProof, "");
    trace::adopt(to, r, of);
  }

  // Time, memory, a wide input or number, a defect or a violation stopped the leader. A value that it does not follow,
  // or the order of an atomic operation, stops everyone who does not take all values at once. Whatever else stopped it
  // stops others as well; a limit on states is the user's wish.
  bool leader_leaves_it_to(const Player& p) const {
    if (!leader().child) return false;
    if (leader().running()) return Clock::now() >= begun_ + head_start_;
    Reason why = leader().said.reason_code;
    if (p.member.takes_every_value && (leader().said.not_followed || why == Reason::WeakAtomics)) return true;
    return why == Reason::TimeLimit || why == Reason::MemoryLimit || why == Reason::WideInput ||
           why == Reason::EngineFailed || !leader().said.violations.empty() ||
           (why == Reason::UnmodelledCall && met(leader().said, options_.strict) == Met::Nothing);
  }

  // The limit on states is the user's wish.
  bool stopped_as_wished() const {
    return leader().child && !leader().running() && leader().said.reason_code == Reason::StateLimit;
  }
  // Nobody could prove anything, given what was met; or this one alone can.
  bool is_in_vain(const Player& p) const {
    const bool stays = p.member.for_any_value
                           ? met_ == Met::Uninitialised
                           : met_ == Met::Nothing || (met_ == Met::AnyContent && p.member.takes_every_value);
    return !stays || stopped_as_wished();
  }

  // Those that somebody may still decide, or decide without a condition.
  std::vector<Property> worth_asking() const {
    std::vector<Property> open = open_ones(known_, options_.properties);
    if (conditional_ && Clock::now() < *conditional_ + doubt_)
      for (Property p : options_.properties)
        if (!trace::safe_memory_assumed_at(known_, p).empty()) open.push_back(p);
    return open;
  }

  std::vector<Property> open_for(const Player& p) const {
    const Properties about = p.part ? one(*p.part->part_of) : p.member.about;
    std::vector<Property> open = worth_asking();
    std::erase_if(open, [&](Property q) { return !(about & one(q)); });
    return open;
  }

  bool should_begin(const Player& p) const {
    const bool its_turn = p.member.begins_at_once || p.member.for_any_value || leader_leaves_it_to(p);
    return !p.child && !crew_.over() && its_turn && !is_in_vain(p) && !finished() && !open_for(p).empty() &&
           knows_enough(p) && (!p.part || (crew_.has_room() && !in_vain(*p.part)));
  }
  bool knows_enough(const Player& p) const {
    using Suspicion = Member::Suspicion;
    if (p.member.suspicion == Suspicion::Needs) return !suspicions_.whole.empty();
    auto may_know_soon = [&](const Player& other) {
      if (other.member.suspicion != Suspicion::Has) return false;
      return other.child ? other.running() && Clock::now() < other.since + suspicion_ : should_begin(other);
    };
    const bool hears = p.member.suspicion == Suspicion::Hears || p.member.suspicion == Suspicion::Divides;
    return !hears || std::none_of(players_.begin(), players_.end(), may_know_soon);
  }
  bool somebody_should_begin() const {
    return std::any_of(players_.begin(), players_.end(), [&](const Player& p) { return should_begin(p); });
  }
  void begin_those_who_should() {
    for (Player& p : players_) {
      if (!should_begin(p)) continue;
      p.asked = open_for(p);
      p.child = &crew_.start(p.member.engine, p.member.work(p.asked, p.part.value_or(suspicions_)));
      p.since = Clock::now();
      p.said = answer(*p.child, p.asked);
    }
  }

  bool helps(const Player& p) const {
    const std::vector<Property> open = worth_asking();
    auto asked = [&](Property q) { return std::find(p.asked.begin(), p.asked.end(), q) != p.asked.end(); };
    return !is_in_vain(p) && !(p.part && in_vain(*p.part)) &&
           (options_.all || std::any_of(open.begin(), open.end(), asked) || finishing(*p.child));
  }

  // It shows a violation, and is about to end by itself.
  static bool finishing(const Child& c) { return c.known() && !c.known()->violations.empty(); }

  // All violations are wanted: there are no more where everything is proven, or where the leader has seen all.
  bool finished() const {
    if (options_.all) return worth_asking().empty() && (known_.violations.empty() || leader_has_seen_all());
    return worth_asking().empty() || (violated_ && Clock::now() > end_of_grace());
  }
  bool leader_has_seen_all() const {
    const Player& l = leader();
    auto proven = [](const auto& p) { return p.second == Verdict::True; };
    return l.child && !l.running() && open_ones(l.said, l.asked).empty() &&
           std::any_of(l.said.properties.begin(), l.said.properties.end(), proven);
  }
  Clock::time_point end_of_grace() const {
    const Clock::time_point end = *violated_ + kGrace;
    return leader_ended_ ? std::min(end, std::max(*violated_, *leader_ended_) + kGraceAlone) : end;
  }

  // Whoever shows a violation may say its last words: the trace becomes shorter. The others are not needed any more.
  void dismiss() {
    if (!dismissed_) dismissed_ = Clock::now();
    for (Player& p : players_) {
      if (!p.running()) continue;
      bool decided = finishing(*p.child) && open_ones(*p.child->known(), p.child->known()->requested).empty();
      if (!finishing(*p.child) || Clock::now() > *dismissed_ + kLastWords)
        p.child->end(Reason::TimeLimit);
      else if (!decided)
        p.child->ask_to_stop(Reason::TimeLimit);
    }
  }

  trace::Result conclude() {
    forget_any_numbers(known_);
    tell_undefined(known_);
    if (known_.verdict == Verdict::Unknown) tell_all();
    known_.suspicions = suspicions_;
    if (known_.verdict == Verdict::Unknown || !leader().said_nothing()) return known_;
    // The leader has no part in the answer: the first who has speaks.
    auto first = std::find_if(players_.begin(), players_.end(), [](const Player& p) { return !p.said_nothing(); });
    if (first == players_.end())
      first = std::find_if(players_.begin(), players_.end(), [](const Player& p) { return p.said.shown_of_part; });
    trace::Result r = first->said;
    for (auto& [p, judgement] : r.properties)
      if (judgement == Verdict::True && !stands(*first, p)) judgement = {};
    r.suspicions = suspicions_;
    r.requested = options_.properties;
    for (Property p : r.requested) r.properties.try_emplace(p);
    for (const Player& p : players_) add(r, p);
    for (Property p : kDivided) add_up(r, p);
    forget_any_numbers(r);
    tell_undefined(r);
    r.verdict = trace::overall(r);
    if (r.verdict != Verdict::Unknown) r.reason_code = known_.reason_code, r.reason = known_.reason;
    if (open_ones(r, r.requested).empty()) r.reason_code = Reason::None, r.reason.clear();
    return r.verdict == known_.verdict ? r : known_;
  }

  // A proof may stand beside what was met; who reads it wants to see that.
  void tell_undefined(trace::Result& r) const {
    for (const Player& p : players_)
      if (p.child && p.member.concrete && r.undefined_behaviour.empty())
        r.undefined_behaviour = p.said.undefined_behaviour;
  }

  // The best of what each of them reached. More time would not help the leader with an input that is too wide; what
  // stopped the others may be what can be helped.
  void tell_all() {
    if (met_ != Met::Nothing) return tell_why_not_for_any_value();
    const Reason first = leader().said.reason_code;
    for (const Player& p : players_) {
      if (&p == &leader() || !p.child || p.part || !p.member.tells || p.said.reason.empty()) continue;
      if (known_.reason_code == Reason::EngineFailed && p.said.reason_code != Reason::EngineFailed) {
        known_.reason_code = p.said.reason_code;
        known_.reason = p.said.reason;
        known_.bound = p.said.bound;
        continue;
      }
      bool wide = first == Reason::WideInput;
      known_.reason += "; " + p.said.engine + (wide ? ", which takes inputs of any width, gave up too: " : ": ");
      known_.reason += !wide && first == p.said.reason_code ? trace::how_far(p.said) : p.said.reason;
      bool own_limit = budget_.limits().time.count() == 0 && p.said.reason_code == Reason::TimeLimit;
      if (own_limit)
        known_.reason +=
            " in " + std::to_string(p.member.without_limit.count() / 1000) + " s, --time-limit can give it more";
    }
  }

  void tell_why_not_for_any_value() {
    for (const Player& p : players_)
      if (p.child && p.member.for_any_value && met_ == Met::Uninitialised && p.said.reason_code == Reason::NoProof)
        known_.reason += "; " + p.said.engine + ", for any value of it: " + trace::how_far(p.said);
  }

  const options::Options& options_;
  base::Budget& budget_;
  Crew& crew_;
  const std::vector<trace::Suspicion>& error_calls_;
  const Clock::time_point begun_;
  milliseconds head_start_ = kHeadStart, doubt_ = kDoubt, suspicion_ = kSuspicion;
  std::vector<Player> players_;
  trace::Result known_;  // from all of them
  trace::Suspicions suspicions_;
  std::set<Property> divided_;  // into parts
  Met met_ = Met::Nothing;      // by anybody
  std::optional<Clock::time_point> violated_, dismissed_, leader_ended_;
  std::optional<Clock::time_point> conditional_;  // the first proof that assumes safe memory is known since then
};

}  // namespace

trace::Result run_auto(const Portfolio& engines, const options::Options& options, base::Budget& budget, Crew& crew,
                       const std::vector<trace::Suspicion>& error_calls) {
  return Auto(engines, options, budget, crew, error_calls).run();
}

unsigned engines_at_once(const options::Options& options) {
  return options.jobs ? static_cast<unsigned>(options.jobs) : kSideBySide;
}

}  // namespace heddle::driver
