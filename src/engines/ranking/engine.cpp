// SPDX-License-Identifier: GPL-3.0-or-later
// The argument: no procedure calls itself and no thread starts one like itself, so there are finitely many calls and
// threads if every loop goes around finitely often each time it is entered. Of a loop that is either shown by a measure
// (measures.h), whatever the inputs are and whatever other threads do to the memory that they may write, or the loop
// sleeps in every round (sleeping.h). Loops that wait by looking at shared memory have no measure; whether they end is
// for a search over states to say.
//
// All of this is about what the program means, so something undefined or unmodelled on the way would spoil it. That
// there is no such thing is shown by another engine, on the same program with all errors turned into plain ends.
#include "engines/ranking/engine.h"

#include <map>
#include <set>

#include "engines/ranking/measures.h"
#include "engines/ranking/sleeping.h"
#include "trace/ends_of_loops.h"

namespace heddle::ranking {

using base::Property;
using model::Builtin;
using model::ProcId;
using trace::LoopEnd;
using trace::Reason;

namespace {

class Engine {
 public:
  Engine(const heddle::Env& env, const Judge& defined)
      : program_(env.program()),
        analyses_(env.analyses),
        options_(env.options),
        budget_(env.budget),
        defined_(defined) {}

  trace::Result run() {
    result_.engine = "ranking";
    result_.requested = options_.properties;
    std::optional<trace::Complete> proof;
    try {
      if (every_loop_ends()) proof = nothing_undefined();
    } catch (const Stopped&) {
      give_up(trace::reason(budget_.check().value_or(base::Exceeded::Time)), "");
    } catch (const z3::Error& e) {
      give_up(Reason::Unsupported, std::string("Z3 says: ") + e.what());
    }
    result_.bound.complete = proof.has_value();
    trace::conclude(result_, trace::proofs({Property::Termination}, proof), why_, how_far_);
    result_.stats = {{"loops", static_cast<double>(loops_.size())}, {"questions", questions_}};
    return std::move(result_);
  }

 private:
  void give_up(Reason why, const std::string& how_far) {
    why_ = why;
    how_far_ = how_far;
  }

  bool stopped() {
    for (int k = 0; k < 64; ++k)  // the budget looks at the clock now and then only
      if (budget_.check()) return true;
    return false;
  }

  bool every_loop_ends() {
    Reach reach(analyses_);
    if (reach.recursive())
      return give_up(Reason::NoProof, "a function may call itself, or a thread start one like itself"), false;
    Sleeping sleeping(program_, reach);
    for (ProcId f : reach.procedures())
      if (!loops_end(reach, sleeping, f)) return false;
    return true;
  }

  bool loops_end(const Reach& reach, const Sleeping& sleeping, ProcId f) {
    const model::Procedure& procedure = program_.procedures[f];
    Loops loops = loops_of(procedure);
    if (!loops.reducible) return give_up(Reason::NoProof, "a loop with several entrances in " + procedure.name), false;
    if (loops.all.empty()) return true;
    std::map<model::Pc, LoopEnd> ends;
    for (const Loop& l : loops.all)
      ends[l.header] = {model::position_text(program_, procedure.code[l.header].pos),
                        sleeping.each_round_sleeps(f, l) ? "sleeps in every round" : ""};
    measure(reach, f, ends);
    for (const auto& [header, end] : ends) {
      if (end.why.empty())
        return give_up(Reason::NoProof, "no measure that the loop at " + end.place + " makes smaller in every round"),
               false;
      loops_.push_back(end);
    }
    return true;
  }

  void measure(const Reach& reach, ProcId f, std::map<model::Pc, LoopEnd>& ends) {
    auto stop = [this] { return stopped(); };
    Terms terms(program_);
    Measures measures(terms, program_.procedures[f], stop);
    std::set<model::Pc> entered;
    Passage::Judge judge{[&](const Round& r) { return measures.invariants(r); },
                         [&](const Round& r) {
                           LoopEnd& end = ends.at(r.loop->header);
                           entered.insert(r.loop->header);
                           if (end.why.empty()) end.why = measures.measure(r).value_or("");
                         }};
    Passage(program_, reach, terms, f, judge, stop).run();
    for (auto& [header, end] : ends)
      if (!entered.count(header)) end.why = "is never entered";
    questions_ += measures.questions();
  }

  std::optional<trace::Complete> nothing_undefined() {
    model::Program harmless = program_;
    for (model::Procedure& f : harmless.procedures)
      for (model::Instr& i : f.code)
        if (i.kind == model::InstrKind::Builtin && (i.builtin == Builtin::Error || i.builtin == Builtin::AssertFail))
          i.builtin = Builtin::Abort;
    trace::Result r = defined_(analysis::Analyses(harmless, analyses_));
    result_.unmodelled = r.unmodelled;
    auto proof = trace::by_ends_of_loops(loops_, r);
    if (!proof) give_up(r.reason_code, "every loop ends, but whether something undefined happens: " + r.reason);
    return proof;
  }

  const model::Program& program_;
  const analysis::Analyses& analyses_;
  const options::Options& options_;
  base::Budget& budget_;
  const Judge& defined_;
  trace::Result result_;
  std::vector<LoopEnd> loops_;
  Reason why_ = Reason::NoProof;
  std::string how_far_;
  double questions_ = 0;
};

}  // namespace

trace::Result run(const heddle::Env& env, const Judge& defined) { return Engine(env, defined).run(); }

}  // namespace heddle::ranking
