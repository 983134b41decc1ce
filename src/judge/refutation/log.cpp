// SPDX-License-Identifier: GPL-3.0-or-later
// Checking a learnt clause by reverse unit propagation (E. Goldberg and Y. Novikov, "Verification of proofs of
// unsatisfiability for CNF formulas", DATE 2003), forwards.
#include "judge/refutation/log.h"

#include <algorithm>

#include "judge/map_reader.h"

namespace heddle::judge {

namespace {

constexpr uint64_t kLargest = uint64_t{1} << 28;  // number of variables or nodes
constexpr unsigned kAskEvery = 64;                // records

uint64_t content(const std::vector<uint32_t>& sorted) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (uint32_t l : sorted) hash = (hash ^ l) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
  return hash;
}

}  // namespace

Log::Log(std::string bytes, uint32_t variables, uint32_t nodes) : bytes_(std::move(bytes)), nodes_(nodes) {
  if (variables == 0 || variables > kLargest || nodes > kLargest) bad("so many variables or nodes");
  clauses_ = std::make_unique<Clauses>(variables);
  read_formula();
}

bool Log::next(Record& r) {
  if (at_ == bytes_.size()) return false;
  auto number = [this] {
    uint64_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (at_ == bytes_.size() || shift > 28) bad("the log ends inside a number, or has one that is too large");
      const uint8_t byte = static_cast<uint8_t>(bytes_[at_++]);
      n |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return n;
    }
  };
  r.kind = bytes_[at_++];
  r.numbers.resize(std::min<size_t>(number(), bytes_.size()));
  const bool literals = r.kind == 'C' || r.kind == 'L' || r.kind == 'D' || r.kind == 'T';
  const bool differences = literals && r.kind != 'T';
  uint64_t sum = 0;
  for (uint32_t& n : r.numbers) {
    sum = differences ? sum + number() : number();
    if (sum >= (literals ? 2 * uint64_t{clauses_->variables()} : kLargest)) bad("the log names an unknown variable");
    n = static_cast<uint32_t>(sum);
  }
  return true;
}

void Log::read_formula() {
  auto known = [&](uint32_t node) {
    if (node >= nodes_) bad("the log names an unknown node");
    return node;
  };
  Record r;
  while (next(r)) {
    if (r.kind == 'C') {
      ++inputs_;
      clauses_->add(r.numbers);
    } else if (r.kind == 'F') {
      if (r.numbers.size() != 2) bad("a fixed order has two nodes");
      fixed_.emplace_back(known(r.numbers[0]), known(r.numbers[1]));
    } else if (r.kind == 'O') {
      if (r.numbers.size() != 3 || r.numbers[0] % 2 != 0 || r.numbers[0] >= 2 * clauses_->variables())
        bad("an order is a literal and two nodes");
      if (!orders_.try_emplace(r.numbers[0], known(r.numbers[1]), known(r.numbers[2])).second)
        bad("a literal stands for two orders");
    } else if (r.kind != 'L' && r.kind != 'T' && r.kind != 'D') {
      bad("the log has a record of an unknown kind");
    }
  }
  at_ = 0;
}

Log::Edge Log::edge(Literal l) const {
  auto order = orders_.find(l & ~1u);
  if (order == orders_.end()) bad("a cycle of orders has a literal that is no order");
  auto [a, b] = order->second;
  return l & 1 ? Edge{b, a} : Edge{a, b};
}

// What is true for good is an edge for good.
void Log::take_lasting_orders() {
  for (; !cyclic_ && orders_seen_ < clauses_->for_good(); ++orders_seen_)
    if (Literal l = clauses_->trail()[orders_seen_]; orders_.count(l & ~1u)) cyclic_ = !lasting_.add(edge(l));
}

bool Log::closes(const std::vector<uint32_t>& cycle) const {
  for (size_t k = 0; k < cycle.size(); ++k)
    if (!lasting_.reaches(edge(cycle[k]).second, edge(cycle[(k + 1) % cycle.size()]).first)) return false;
  return !cycle.empty();
}

std::optional<trace::Objection> Log::replay(base::Budget& budget) {
  at_ = 0;
  cyclic_ = !lasting_.begin(nodes_, fixed_);
  Record r;
  for (uint64_t count = 1; next(r); ++count) {
    if (count % kAskEvery == 0 && budget.check_now()) throw Stopped();
    if (cyclic_ || clauses_->contradictory()) return std::nullopt;  // all that follows is true
    take_lasting_orders();
    if (std::string wrong = take(r); !cyclic_ && !wrong.empty()) return {{wrong, "record " + std::to_string(count)}};
  }
  take_lasting_orders();
  return std::nullopt;
}

std::string Log::take(const Record& r) {
  std::vector<Literal> negated = r.numbers;
  for (Literal& l : negated) l ^= 1;
  if (r.kind == 'T') {
    ++cycles_;
    if (!closes(r.numbers)) return "an order that is said to be a cycle is one";
    if (auto name = clauses_->add(negated)) transient_.push_back(*name);
  } else if (r.kind == 'L') {
    ++learnt_;
    if (!clauses_->refutes(negated)) return "a learnt clause follows from those before";
    for (Clauses::Name name : transient_) clauses_->remove(name);
    transient_.clear();
    if (auto name = clauses_->add(r.numbers)) by_content_.emplace(content(r.numbers), *name);
  } else if (r.kind == 'D') {
    if (auto found = by_content_.find(content(r.numbers)); found != by_content_.end()) {
      clauses_->remove(found->second);
      by_content_.erase(found);
    }
  }
  return "";
}

}  // namespace heddle::judge
