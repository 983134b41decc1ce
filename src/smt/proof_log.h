// SPDX-License-Identifier: GPL-3.0-or-later
// What the solver was given and what it concluded, written down for somebody who does not trust it. The log is bytes: a
// letter for the kind of a record, a count, and that many numbers of seven bits a byte, the lowest first.
//
//   O literal a b        the literal says that node a comes before node b
//   F a b                node a always comes before node b
//   C literals           a clause of the formula, sorted, each as the difference from the one before; L and D as well
//   T literals           a cycle of orders, in the order of the cycle: they are never true together. Between the end of
//                        one and the beginning of the next there is a way of orders that hold for good.
//   L literals           a clause that follows by unit propagation from those before
//   D literals           such a clause, which is not used any more
//
// A T is needed for the next L alone. A refuted question is an L: not all of its conditions hold.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "smt/literal.h"

namespace heddle::smt {

class ProofLog {
 public:
  explicit ProofLog(size_t most_bytes) : most_(most_bytes) {}
  void order(Lit l, uint32_t a, uint32_t b) { write('O', std::array{l.code, a, b}); }
  void fixed(uint32_t a, uint32_t b) { write('F', std::array{a, b}); }
  void clause(std::span<const Lit> literals) { write_sorted('C', literals); }
  void cycle(std::span<const Lit> literals);
  void learnt(std::span<const Lit> literals) { write_sorted('L', literals); }
  void deleted(std::span<const Lit> literals) { write_sorted('D', literals); }

  bool whole() const { return bytes_.size() <= most_; }  // false: it grew too long, and was given up
  const std::string& bytes() const { return bytes_; }

 private:
  void write_sorted(char kind, std::span<const Lit> literals);
  void write(char kind, std::span<const uint32_t> numbers);
  void write_number(uint64_t n);

  const size_t most_;
  std::string bytes_;
  std::vector<uint32_t> numbers_;
};

}  // namespace heddle::smt
