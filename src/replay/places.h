// SPDX-License-Identifier: GPL-3.0-or-later
// Event ids in words: where in the source an act is and what it does. Acts inside Heddle's models of library functions
// have no line of their own; the trace knows from where they were called.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "model/program.h"
#include "trace/result.h"

namespace heddle::replay {

class Places {
 public:
  // `trace` may have no steps (a recording). Both are kept by reference.
  Places(const model::Program& program, const trace::Trace& trace);

  std::string where(model::EventId event, int thread) const;     // "bank.c:13 in deposit"
  std::string describe(model::EventId event, int thread) const;  // "bank.c:13 in deposit (reads balance)"

  // The step of the trace that each order of the script belongs to, counted from 0. Orders of later rounds of a loop
  // are those of the first round again. Empty when there are no steps, or not all of them.
  static std::vector<size_t> step_of_order(const trace::Trace& trace, const trace::Script& unrolled);

 private:
  struct Place {
    const model::Procedure* procedure;
    const model::Instr* instr;
  };
  const trace::Step* step(model::EventId event, int thread) const;
  std::string deed(const Place& place, const trace::Step* step) const;
  const model::Program& program_;
  const trace::Trace& trace_;
  std::map<model::EventId, Place> places_;
};

}  // namespace heddle::replay
