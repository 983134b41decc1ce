// SPDX-License-Identifier: GPL-3.0-or-later
// The log of a solver, read and replayed. The formula is clauses, fixed edges between nodes, and literals that say
// which of two nodes comes first. Each further record is checked before it is used: a cycle of orders closes, with
// edges that hold for good between its literals; a learnt clause follows by unit propagation.
#pragma once
#include <memory>
#include <string>
#include <unordered_map>

#include "base/budget.h"
#include "judge/refutation/clauses.h"
#include "judge/refutation/lasting_order.h"
#include "trace/ruling.h"

namespace heddle::judge {

class Log {
 public:
  using Edge = LastingOrder::Edge;
  // Reads the formula; throws BadCertificate.
  Log(std::string bytes, uint32_t variables, uint32_t nodes);
  // Replays the rest. Throws BadCertificate, and Stopped when the budget is exceeded.
  struct Stopped {};
  std::optional<trace::Objection> replay(base::Budget& budget);

  // After that: the formula and what was learnt do not allow these literals together.
  bool refutes(std::span<const Literal> literals) { return cyclic_ || clauses_->refutes(literals); }

  Clauses& clauses() { return *clauses_; }
  const std::vector<Edge>& fixed() const { return fixed_; }
  const std::unordered_map<Literal, Edge>& orders() const { return orders_; }  // by positive literals
  uint32_t nodes() const { return nodes_; }
  uint64_t inputs() const { return inputs_; }  // records of each kind
  uint64_t cycles() const { return cycles_; }
  uint64_t learnt() const { return learnt_; }

 private:
  struct Record {
    char kind;
    std::vector<uint32_t> numbers;
  };
  bool next(Record& r);
  void read_formula();
  void take_lasting_orders();
  std::string take(const Record& r);  // what is wrong with it
  bool closes(const std::vector<uint32_t>& cycle) const;
  Edge edge(Literal l) const;

  const std::string bytes_;
  const uint32_t nodes_;
  size_t at_ = 0;
  std::vector<Edge> fixed_;
  std::unordered_map<Literal, Edge> orders_;
  std::unique_ptr<Clauses> clauses_;
  LastingOrder lasting_;
  bool cyclic_ = false;     // the formula's own order: then nothing satisfies it
  size_t orders_seen_ = 0;  // so much of the trail
  std::vector<Clauses::Name> transient_;
  std::unordered_multimap<uint64_t, Clauses::Name> by_content_;  // learnt ones
  uint64_t inputs_ = 0, cycles_ = 0, learnt_ = 0;
};

}  // namespace heddle::judge
