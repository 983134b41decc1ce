// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest facts that every step keeps, whoever makes it: of the shared variables and the numbers of threads at
// each rest, and for each rest of what a thread there knows besides. A step of another thread is made from any state
// that both threads' facts allow (Jones, "Tentative steps toward a development method for interfering programs", TOPLAS
// 1983); how many threads there are does not matter. Steps are asked for by Z3: a model that leaves the facts is a
// point to be added to them (Reps, Sagiv and Yorsh, "Symbolic implementation of the best transformer", VMCAI 2004), and
// when there is none for any step, they are an invariant.
#pragma once
#include <array>
#include <functional>
#include <set>

#include "symbolic/facts/facts.h"
#include "engines/induction/rehearsal.h"
#include "smt/z3/solver.h"
#include "symbolic/flow/flow.h"
#include "trace/evidence.h"

namespace heddle::induction {

struct Stopped {};

// What was looked for by several questions, and what Z3 said to them: `Sat` to one of them, or `Unsat` to all.
template <class Found>
struct Sought {
  std::optional<Found> found{};
  trace::Answer answer = trace::Answer::Unknown;
};

// The last look at all steps, from nothing but the facts: is there one that breaks them? No answer without a last look.
struct LastSweep {
  trace::Answer broken = trace::Answer::Unknown;
};

class Induction {
 public:
  Induction(z3::Context& context, const Flow& flow, const std::vector<uint64_t>& constants,
            const std::function<bool()>& stop);

  // Looks for facts that every step keeps. They only ever become fewer: `hopeless` is asked now and then whether they
  // are too few already, and ends it without an answer. Throws Stopped.
  LastSweep run(const std::function<bool()>& hopeless);
  Sought<const Fault*> possible(bool failure);  // a fault that the facts allow
  Sought<std::pair<const Access*, const Access*>> race();
  unsigned questions() const { return questions_; }
  std::vector<z3::Term> facts_of_all() const { return facts_->all(shared_); }
  std::vector<z3::Term> facts_at(RestId n) const { return views_[n].facts.all(views_[n].over); }
  z3::Term count(RestId n) const { return shared_[variables_.size() + n]; }  // of threads there

 private:
  struct View {                         // of a thread at a rest
    std::vector<Slot> slots;            // which are variables
    std::vector<z3::Term> over, other;  // shared, counts, slots; and under other names
    Facts facts;
    z3::Term ranges, other_ranges;
  };
  struct After {  // shared variables and counts behind a step
    std::vector<z3::Term> values;
    std::vector<bool> changed;
  };

  std::set<unsigned> relevant() const;
  struct Base {  // the step whose premises the solver has, and as of when
    RestId rest = kNobody;
    size_t step = 0;
    unsigned shared = 0, here = 0;
    bool operator==(const Base&) const = default;
  };

  std::set<Int> few_values(const Variable& v) const;
  std::vector<Case> cases() const;
  std::set<unsigned> widths() const;
  std::vector<bool> wide(unsigned width) const;
  std::vector<Term> shared_terms() const;
  std::vector<Term> terms_of(size_t own) const;
  std::vector<Term> never_zero(size_t own) const;
  void look_at(RestId n);
  z3::Term here(RestId n) const;
  After after(const Step& s) const;
  std::vector<z3::Term> arrival(const After& a, RestId rest, const std::map<Slot, Value>& with) const;
  void show(const Rehearsal::State& s);
  bool sweep(bool others);
  void begin(RestId n, size_t k);
  void finish();
  bool own(const Step& s, const After& a);
  bool others(const Step& s, const After& a, RestId n);
  bool together(RestId a, RestId b) const;
  bool ask(const std::vector<z3::Term>& premises, Facts& facts, const std::vector<z3::Term>& at,
           const std::vector<bool>& changed);
  bool satisfiable(const std::vector<z3::Term>& all);
  template <class Found>
  Sought<Found> sought(std::optional<Found> found) const {
    return {std::move(found), heard_};
  }

  z3::Context& c_;
  const Flow& flow_;
  Numbers numbers_;
  const std::function<bool()>& stop_;
  const std::vector<Int> thresholds_;
  const std::set<unsigned> relevant_;       // variables, by their numbers in Z3
  std::vector<const Variable*> variables_;  // shared and relevant
  std::vector<z3::Term> shared_;            // these, then counts
  z3::Term ranges_;
  std::optional<Facts> facts_;
  std::vector<View> views_;
  std::vector<std::vector<After>> afters_;
  std::map<std::tuple<RestId, size_t, RestId>, std::array<unsigned, 3>> settled_;
  std::optional<Base> base_;
  z3::Solver solver_;
  unsigned questions_ = 0;
  trace::Answer heard_ = trace::Answer::Unsat;  // since it was set to this: `Sat` if any question was answered so
};

}  // namespace heddle::induction
