// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting loops: what a thread reads has no effect if, having read it, the thread does nothing but compute, yield and
// load atomically until it is back at the same instruction with all its variables as they were. Taking that round out
// of an execution leaves an execution, with less order in it.
//
// Rounds are followed with partly known values: what was read, constants, and variables known to be as they were.
#pragma once
#include <optional>
#include <vector>

#include "model/program.h"

namespace heddle::analysis {

class WaitingLoops {
 public:
  WaitingLoops(const model::Program& p, const model::Procedure& f);
  // The Load, Rmw or CmpXchg at pc reads `value` (nothing: anything), as a CmpXchg it fails. Is that a round for
  // nothing?
  bool waits(model::Pc pc, std::optional<uint64_t> value) const;
  // The value of an expression wherever it is evaluated.
  std::optional<uint64_t> constant(model::ExprId e) const { return number(values_, e); }
  // Is what the instruction at pc reads looked at?
  bool result_used(model::Pc pc) const;

 private:
  struct Value {
    enum Kind : uint8_t { Unknown, Unchanged, Number } kind = Unchanged;
    uint64_t bits = 0;  // Number: the value; Unchanged: the local that had it at the start
    auto operator<=>(const Value&) const = default;
  };
  using Values = std::vector<Value>;  // by local
  struct Point {
    model::Pc pc;
    Values values;
    auto operator<=>(const Point&) const = default;
  };

  std::optional<uint64_t> number(const Values& values, model::ExprId e) const;
  Value value(const Values& values, model::ExprId e) const;
  bool as_before(model::Pc pc, const Values& values) const;
  bool step(const Point& at, std::vector<Point>& next) const;  // false: something with an effect

  const model::Program& program_;
  const model::Procedure& procedure_;
  std::vector<std::vector<model::LocalId>> live_;
  Values values_;  // at any time: locals that are only ever assigned one constant
};

}  // namespace heddle::analysis
