// SPDX-License-Identifier: GPL-3.0-or-later
// Does the formula hold of an execution? The execution comes from the judge's own interpreter. It says which events
// there are, in which order, which inputs were drawn, and what was read and written; the formula must allow exactly
// that.
//
// What a thread does is matched with the events of the formula one by one: the next event of the same instruction that
// the thread comes to, according to the formula and all that happened before. An event is put in order when it happens:
// before all nodes that were not put in order yet. Unit propagation then gives the values and tells which events
// follow. In the end nothing else may have happened, and the literals that are still open must have values that fulfil
// every clause.
//
// What is not compared is said: executions with rounds of loops that only wait, which the engine does not follow, and
// those where propagation does not tell which event it is.
#pragma once
#include <set>
#include <string>

#include "judge/enumerator/random_walk.h"
#include "judge/refutation/log.h"
#include "judge/refutation_certificate.h"

namespace heddle::judge {

class Comparison {
 public:
  // The log has been replayed.
  Comparison(const model::Program& program, const RefutationCertificate& certificate, Log& log);

  struct Outcome {
    enum Kind : uint8_t { Agrees, Contradicts, NotCompared } kind = Agrees;
    std::string why;  // not
  };
  Outcome compare(const oracle::Walk& walk);

  size_t events_met() const { return met_.size(); }  // in all executions that agreed
  size_t events() const { return named_; }

 private:
  using Thread = RefutationCertificate::Thread;
  struct Visit {  // of an instruction
    uint32_t instruction = 0;
    Literal reached = 0;
    std::vector<uint32_t> events;
  };
  struct OrderOf {  // a node
    uint32_t other;
    Literal first;  // the node comes before the other one
  };

  void begin();
  void follow(const oracle::Doing& d);
  void draw(uint32_t thread, const oracle::Doing& d);
  Visit* match(uint32_t thread, const model::Instr& in);
  void happens(uint32_t event, const oracle::Doing& d);
  void look_at_values(uint32_t event, const oracle::Doing& d);
  void start(const Visit& visit, unsigned slot);
  void end(uint32_t thread);
  void finish();
  void place(uint32_t node);
  void place_one(uint32_t node);
  bool complete();
  void assume(Literal l, const std::string& what);
  void assume_number(const std::vector<Literal>& bits, uint64_t number, const std::string& what);
  bool waits() const;
  [[noreturn]] void contradicts(const std::string& what);
  std::string where(const model::Instr* in) const;
  uint32_t number(const model::Instr& in) const { return numbers_.at(&in); }

  const model::Program& program_;
  const RefutationCertificate& c_;
  Clauses& clauses_;
  std::vector<std::vector<Visit>> visits_;       // by thread
  std::vector<std::vector<uint32_t>> accesses_;  // by event
  std::vector<std::vector<uint32_t>> before_;    // by node: fixed
  std::vector<std::vector<OrderOf>> orders_;     // by node
  std::unordered_map<const model::Instr*, uint32_t> numbers_;
  size_t named_ = 0;
  std::set<uint32_t> met_;
  // of the execution
  std::vector<size_t> next_visit_, next_input_;  // by thread
  std::vector<Visit*> halfway_;                  // by thread: a wait, or a barrier
  std::vector<int> thread_of_;                   // by slot
  std::vector<bool> placed_, happened_, ended_;
  const model::Instr* at_ = nullptr;
};

}  // namespace heddle::judge
