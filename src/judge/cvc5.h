// SPDX-License-Identifier: GPL-3.0-or-later
// The solver cvc5 as a process of its own, which is told SMT-LIB 2 and answers. The engines ask Z3 and MiniSat, so a
// defect of their solver is not repeated here.
//
//   Cvc5 solver(&budget);
//   solver.send("(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= x #x07))");
//   if (solver.check() == trace::Answer::Sat) ...
//
// The process ends with the object, or with the budget.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/budget.h"
#include "trace/evidence.h"

namespace heddle::judge {

// cvc5 is not installed, has ended without being asked to, or does not understand what it was told. The message says
// which. Who judges answers "cannot be checked".
struct Cvc5Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Cvc5 {
 public:
  // The budget outlives the object; null: no limit. Throws Cvc5Failed.
  explicit Cvc5(base::Budget* budget);
  ~Cvc5();
  Cvc5(const Cvc5&) = delete;
  Cvc5& operator=(const Cvc5&) = delete;

  // Commands that cvc5 does not answer: set-logic, declarations, assert, push, pop. What is wrong with them is told by
  // the next check().
  void send(std::string_view commands);
  // Asks `(check-sat)`. Unknown: cvc5 does not know, or the budget was spent; out_of_budget() tells which. Throws
  // Cvc5Failed.
  trace::Answer check();
  // One command that cvc5 answers, such as `(get-value (x))`: the answer, one word or one balanced expression. Empty:
  // the budget was spent. Throws Cvc5Failed.
  std::string ask(std::string_view command);

  bool out_of_budget() const { return spent_; }  // from then on nobody is asked any more
  uint64_t questions() const { return questions_; }

 private:
  void start();
  void stop();
  bool wait_for(short events);  // false: the budget is spent, and the process is gone
  std::string answer();
  [[noreturn]] void failed(const std::string& what);

  base::Budget* const budget_;
  pid_t process_ = -1;
  int socket_ = -1;
  bool spent_ = false;
  uint64_t questions_ = 0;
  std::string unsent_;  // commands, until an answer is wanted
  std::string unread_;
};

}  // namespace heddle::judge
