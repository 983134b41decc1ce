// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/invariant.h"

#include <algorithm>

#include "judge/cvc5.h"
#include "judge/invariant_certificate.h"
#include "judge/steps/arrival.h"
#include "judge/steps/orders.h"
#include "judge/variables.h"

namespace heddle::judge {

using base::Property;
using steps::Access;
using steps::Arrival;
using steps::Fault;
using steps::Premises;
using steps::Slot;
using steps::Term;
using steps::Truth;
using steps::Value;
using steps::Way;
using trace::Answer;

namespace {

constexpr const char* kSetUp = "(set-option :tlimit-per 20000)\n(set-logic QF_LIA)\n";

std::string after(const std::string& name) { return "n!" + name; }
std::string of_other(const std::string& name) { return "o!" + name; }

struct Answered {
  Ruling ruling;
};

class Judge {
 public:
  Judge(const model::Program& p, InvariantCertificate certificate, Cvc5& solver)
      : p_(p), c_(std::move(certificate)), solver_(solver), walker_(p, c_.map, names_), variables_(c_.map, walker_) {}

  // Throws Answered.
  void run(const std::vector<Property>& properties) {
    const bool unreach = wanted(properties, Property::UnreachCall), races = wanted(properties, Property::NoDataRace);
    for (Property q : properties)
      if (q != Property::UnreachCall && q != Property::NoDataRace)
        cannot(std::string("facts that every step keeps say nothing about ") + base::text(q), {});
    solver_.send(kSetUp);
    declare_shared();
    starts();
    for (const Formula& f : c_.facts) claim(f.text());
    for (size_t k = 0; k < c_.places.size(); ++k) {
      if (c_.places[k].never) {
        ways_.emplace_back();
        continue;
      }
      ways_.push_back(walker_.from(c_.places[k].place));
    }
    for (size_t k = 0; k < c_.places.size(); ++k) leave(k, unreach);
    if (races) no_races();
  }

  size_t ways() const {
    size_t all = 0;
    for (const steps::Ways& w : ways_) all += w.ways.size();
    return all;
  }

 private:
  static bool wanted(const std::vector<Property>& all, Property p) {
    return std::find(all.begin(), all.end(), p) != all.end();
  }

  // The obligation that is looked at is not met: cvc5 has an example.
  [[noreturn]] void refuse(const std::string& why, model::Position pos) {
    throw Answered{{Ruling::Refused, {{asked_ + "; " + why, model::position_text(p_, pos)}}, {}, {}, {}}};
  }
  [[noreturn]] void cannot(const std::string& why, model::Position pos) {
    throw Answered{Ruling::cannot(why + (pos.line ? " at " + model::position_text(p_, pos) : ""))};
  }

  void claim(const std::string& t) { solver_.send("(assert " + t + ")"); }
  void declare(const std::string& name) { solver_.send("(declare-const " + name + " Int)"); }
  void push() { solver_.send("(push 1)"); }
  void pop() { solver_.send("(pop 1)"); }

  bool possible() {
    const Answer a = solver_.check();
    if (a == Answer::Unknown)
      cannot((solver_.out_of_budget() ? "out of time or memory" : "cvc5 gives no answer") +
                 std::string(", when it was to be shown that ") + asked_,
             pos_);
    return a == Answer::Sat;
  }
  // Is it refuted that one of these is false, given what was claimed? The first that is not.
  std::optional<std::string> broken(const std::vector<std::string>& all) {
    if (all.empty()) return std::nullopt;
    push();
    claim("(not " + conjunction(all) + ")");
    const bool any = possible();
    pop();
    if (!any) return std::nullopt;
    for (const std::string& t : all) {
      push();
      claim("(not " + t + ")");
      const bool this_one = possible();
      pop();
      if (this_one) return t;
    }
    return all.front();
  }
  void now(const std::string& obligation, model::Position pos) { asked_ = obligation, pos_ = pos; }

  // -- what is shared, and the start

  void declare_shared() {
    for (const auto& [slot, v] : c_.map.shared) {
      declare(v.name);
      claim(variables_.range(slot, v));
    }
    for (const Known& k : c_.places) {
      declare(k.count);
      claim("(>= " + k.count + " 0)");
    }
  }

  void starts() {
    now("the facts hold at the start", {});
    const Known& entry = c_.places[c_.entry];
    const steps::Spot first{c_.map.roles[0].root, 0, steps::Spot::Before};
    if (entry.place.role != 0 || entry.place.spot != first)
      cannot("the certificate's first place is not where the program begins", {});
    Premises premises;
    Variables::Begin first_values = variables_.begin(c_.initially);
    if (!first_values.unknown.empty())
      cannot("the variable " + first_values.unknown + " does not begin with a value that the certificate can name", {});
    if (!first_values.differs.empty()) refuse(first_values.differs, {});
    std::vector<std::string> state = std::move(first_values.state);
    for (const Known& k : c_.places) state.push_back("(= " + k.count + (&k == &entry ? " 1)" : " 0)"));
    std::optional<Arrival> a = steps::begin(walker_, entry.place, {}, premises);
    if (!a) cannot("the first thread does not fit the first place", {});
    push();
    for (const std::string& t : state) claim(t);
    std::map<std::string, std::string> names;
    for (const auto& [name, term] : a->own) names.emplace(name, steps::text(term));
    std::vector<std::string> all;
    for (const Truth& t : a->must) all.push_back(steps::text(t));
    for (const Formula& f : c_.facts) all.push_back(f.text());
    for (const Formula& f : entry.facts) all.push_back(renamed(f.text(), names));
    if (auto f = broken(all)) refuse("this one does not: " + *f, {});
    pop();
  }

  // -- one place

  void leave(size_t k, bool unreach) {
    const Known& here = c_.places[k];
    if (here.never || here.place.spot.is_last()) return;
    push();
    stand_at(here, {}, 1);
    no_faults(k, unreach);
    for (const Way& w : ways_[k].ways) step(k, w);
    pop();
  }

  // A thread is at the place; under other names where there are two.
  void stand_at(const Known& at, const std::map<std::string, std::string>& names, size_t count) {
    for (const KnownPlace::Own& o : at.own) {
      auto it = names.find(o.name);
      const std::string& name = it == names.end() ? o.name : it->second;
      declare(name);
      if (o.width) claim(variables_.range(name, o.kind, o.width, o.is_signed));
    }
    claim("(>= " + at.count + " " + std::to_string(count) + ")");
    for (const Formula& f : at.facts) claim(renamed(f.text(), names));
  }

  static std::map<std::string, std::string> other_names(const Known& at) {
    std::map<std::string, std::string> names;
    for (const KnownPlace::Own& o : at.own) names.emplace(o.name, of_other(o.name));
    return names;
  }

  void suppose(const Premises& premises) {
    for (const auto& [name, known] : premises.given) declare(name);
    for (const auto& [name, known] : premises.given) claim(known);
    for (const std::string& t : premises.where) claim(t);
  }

  void no_faults(size_t k, bool unreach) {
    for (const Fault& f : ways_[k].faults) {
      if (f.kind == Fault::Fails && !unreach) continue;
      now(f.kind == Fault::Fails       ? "the facts exclude that the assertion fails"
          : f.kind == Fault::Undefined ? "the facts exclude what C does not define"
                                       : "the facts exclude what the judge does not understand",
          f.pos);
      push();
      suppose(f.premises);
      if (possible()) f.kind == Fault::NotUnderstood ? cannot(f.what, f.pos) : refuse(f.what, f.pos);
      pop();
    }
  }

  // Where a thread arrives: of the places with this spot the one that forgets least.
  struct Found {
    size_t place = 0;
    Arrival arrival;
  };
  std::optional<Found> place_for(steps::RoleId role, const Way& way, Premises& premises) {
    std::optional<Found> best;
    for (size_t k = 0; k < c_.places.size(); ++k) {
      const steps::Place& p = c_.places[k].place;
      if (p.role != role || p.spot != way.to) continue;
      std::optional<Arrival> a = steps::arrive(walker_, p, way, premises);
      if (a && (!best || a->forgotten < best->arrival.forgotten)) best = Found{k, std::move(*a)};
    }
    return best;
  }

  std::optional<size_t> end_of(steps::RoleId role) const {
    std::optional<size_t> found;
    for (size_t k = 0; k < c_.places.size(); ++k)
      if (c_.places[k].place.role == role && c_.places[k].place.spot.phase == steps::Spot::Ended) {
        if (found) return std::nullopt;
        found = k;
      }
    return found;
  }

  void step(size_t from, const Way& way) {
    const Known& here = c_.places[from];
    now("every step leads to a place of the certificate", way.pos);
    Premises premises = way.premises;
    std::map<size_t, int> moves;
    std::map<size_t, size_t> taken;  // threads at a place that are not any other thread
    --moves[from], ++taken[from];
    bool lost = false;  // somebody would be where the certificate has no place
    for (steps::RoleId r : way.joins) {
      std::optional<size_t> end = end_of(r);
      if (!end) cannot("a role is joined that has no end, or more than one", way.pos);
      --moves[*end], ++taken[*end];
      premises.require({"(>= " + c_.places[*end].count + " 1)"});
    }
    std::vector<Found> arrivals;
    auto comes = [&](steps::RoleId role, const Way& with) {
      std::optional<Found> f = place_for(role, with, premises);
      lost |= !f;
      if (!f) return;
      ++moves[f->place];
      arrivals.push_back(std::move(*f));
    };
    comes(here.place.role, way);
    for (const steps::Start& s : way.starts) {
      Way first;
      first.to = {c_.map.roles[s.role].root, 0, steps::Spot::Before};
      first.mine = s.with;
      comes(s.role, first);
    }
    // What is shared afterwards.
    const steps::Place* to = lost ? nullptr : &c_.places[arrivals[0].place].place;
    std::optional<std::map<std::string, Term>> changed = variables_.after(here.place.role, way, to, premises);
    if (!changed) cannot("a shared variable gets a value that has no number", way.pos);
    std::map<std::string, Term> becomes = std::move(*changed);
    for (const auto& [k, by] : moves)
      if (by != 0) becomes.emplace(c_.places[k].count, Term{c_.places[k].count, by});

    push();
    suppose(premises);
    if (possible()) {
      if (lost) refuse("there is none for " + spot_text(way), way.pos);
      keep(from, way, arrivals, becomes, taken);
    }
    pop();
  }

  std::string spot_text(const Way& way) const {
    if (way.to.phase == steps::Spot::Ended) return "the end of the thread";
    if (way.to.phase == steps::Spot::Stuck) return "a thread that goes no further";
    return "where the thread comes to, or for what it brings";
  }

  // Given the way: the facts of all, of those who arrive, and of everybody else.
  void keep(size_t from, const Way& way, const std::vector<Found>& arrivals, const std::map<std::string, Term>& becomes,
            const std::map<size_t, size_t>& taken) {
    std::map<std::string, std::string> names;
    for (const auto& [name, term] : becomes) {
      declare(after(name));
      claim("(= " + after(name) + " " + steps::text(term) + ")");
      names.emplace(name, after(name));
    }
    auto concerned = [&](const Formula& f) {
      return std::any_of(f.names().begin(), f.names().end(), [&](const std::string& n) { return becomes.count(n); });
    };
    now("every step keeps the facts of all states", way.pos);
    std::vector<std::string> all;
    for (const Formula& f : c_.facts)
      if (concerned(f)) all.push_back(renamed(f.text(), names));
    if (auto f = broken(all)) refuse("not this one: " + *f, way.pos);
    for (size_t k = 0; k < arrivals.size(); ++k) {
      now(k == 0 ? "every step leads to the facts of the next place"
                 : "a new thread begins with the facts of its place",
          way.pos);
      const Known& to = c_.places[arrivals[k].place];
      std::map<std::string, std::string> own = names;
      all.clear();
      for (const Truth& t : arrivals[k].arrival.must) all.push_back(steps::text(t));
      for (const auto& [name, term] : arrivals[k].arrival.own) own.insert_or_assign(name, steps::text(term));
      for (const Formula& f : to.facts) all.push_back(renamed(f.text(), own));
      std::erase(all, "true");
      if (auto f = broken(all)) refuse("not this one: " + *f, way.pos);
    }
    now("every step keeps the facts of the other threads", way.pos);
    for (size_t k = 0; k < c_.places.size(); ++k) {
      const Known& other = c_.places[k];
      if (other.never || (other.place.role == 0 && c_.places[from].place.role == 0)) continue;
      std::map<std::string, std::string> before = other_names(other), afterwards = names;
      afterwards.insert(before.begin(), before.end());
      all.clear();
      for (const Formula& f : other.facts)
        if (concerned(f)) all.push_back(renamed(f.text(), afterwards));
      if (all.empty()) continue;
      auto same = taken.find(k);
      push();
      stand_at(other, before, same == taken.end() ? 1 : same->second + 1);
      if (auto f = broken(all)) refuse("of one at " + where(other) + " not this one: " + *f, way.pos);
      pop();
    }
  }

  std::string where(const Known& k) const {
    const model::Procedure& f = p_.procedures[c_.map.frames[k.place.spot.frame].proc];
    if (k.place.spot.is_last()) return "the end of `" + f.name + "`";
    return model::position_text(p_, f.code[k.place.spot.pc].pos);
  }

  // -- data races: two threads in front of accesses, of which one must not happen before the other has

  void no_races() {
    now("the facts exclude a data race", {});
    if (auto weak = steps::first_that_orders_nothing(p_)) cannot("an operation that may order nothing else", *weak);
    for (size_t a = 0; a < c_.places.size(); ++a)
      for (size_t b = a; b < c_.places.size(); ++b) {
        const bool main_alone = c_.places[a].place.role == 0 && c_.places[b].place.role == 0;
        if (main_alone || c_.places[a].never || c_.places[b].never) continue;
        std::vector<std::pair<const Access*, const Access*>> pairs;
        for (const Access& x : ways_[a].accesses)
          for (const Access& y : ways_[b].accesses)
            if (conflict(x, y)) pairs.push_back({&x, &y});
        if (!pairs.empty()) not_together(a, b, pairs);
      }
  }

  static bool conflict(const Access& x, const Access& y) {
    if (x.object != y.object || (!x.write && !y.write) || (x.atomic && y.atomic)) return false;
    return !overlap(x, y.offset, y.bytes).is(false);
  }
  static Truth overlap(const Access& x, const Term& offset, uint64_t bytes) {
    const Term x_end = steps::plus(x.offset, steps::number(static_cast<steps::Int>(x.bytes))),
               end = steps::plus(offset, steps::number(static_cast<steps::Int>(bytes)));
    return steps::both(steps::less(x.offset, end), steps::less(offset, x_end));
  }

  void not_together(size_t a, size_t b, const std::vector<std::pair<const Access*, const Access*>>& pairs) {
    const std::map<std::string, std::string> names = other_names(c_.places[b]);
    push();
    stand_at(c_.places[a], {}, a == b ? 2 : 1);
    stand_at(c_.places[b], names, a == b ? 2 : 1);
    pos_ = pairs.front().first->pos;
    if (possible())
      for (const auto& [x, y] : pairs) {
        pos_ = x->pos;
        std::map<std::string, std::string> other = names;
        for (const auto& [name, known] : y->premises.given) other.emplace(name, of_other(name));
        push();
        suppose(x->premises);
        Premises theirs;
        for (const auto& [name, known] : y->premises.given) theirs.given.emplace(of_other(name), renamed(known, other));
        for (const std::string& t : y->premises.where) theirs.where.push_back(renamed(t, other));
        suppose(theirs);
        claim(steps::text(overlap(*x, {renamed(y->offset.base, other), y->offset.k}, y->bytes)));
        if (possible()) refuse("with the access at " + model::position_text(p_, y->pos), x->pos);
        pop();
      }
    pop();
  }

  const model::Program& p_;
  const InvariantCertificate c_;
  Cvc5& solver_;
  steps::Names names_;
  steps::Walker walker_;
  Variables variables_;
  std::vector<steps::Ways> ways_;  // from each place
  std::string asked_;              // the obligation that is looked at
  model::Position pos_;
};

}  // namespace

Ruling invariant(const Question& question, const std::string& content) {
  Cvc5 solver(&question.limits.budget);
  Ruling ruling;
  size_t ways = 0;
  try {
    Judge judge(question.program, read_invariant(question.program, content), solver);
    judge.run(question.properties);
    ways = judge.ways();
    ruling.kind = Ruling::Certified;
  } catch (const Answered& a) {
    ruling = a.ruling;
  } catch (const BadCertificate& e) {
    ruling = Ruling::cannot(e.what());
  }
  ruling.judge =
      "the facts hold at the start and every step keeps them, with cvc5 and a translation of steps of its own";
  ruling.numbers = {{"questions", static_cast<double>(solver.questions())}, {"steps", static_cast<double>(ways)}};
  return ruling;
}

}  // namespace heddle::judge
