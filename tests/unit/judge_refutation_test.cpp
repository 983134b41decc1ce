// SPDX-License-Identifier: GPL-3.0-or-later
// The judge of a solver's log: written by hand, one record at a time; then the logs of the ordering solver for random
// formulas, whole and with a clause removed.
#include <gtest/gtest.h>

#include <random>

#include "judge/map_reader.h"
#include "judge/refutation/log.h"
#include "smt/order_solver.h"

namespace heddle::judge {
namespace {

using Numbers = std::vector<uint32_t>;

// A record as the log has it, with numbers below 128.
std::string record(char kind, const Numbers& numbers) {
  std::string bytes{kind, static_cast<char>(numbers.size())};
  uint32_t before = 0;
  for (uint32_t n : numbers) {
    bytes += static_cast<char>(n - before);
    if (kind == 'C' || kind == 'L' || kind == 'D') before = n;
  }
  return bytes;
}

std::string together(const std::vector<std::string>& records) {
  std::string bytes;
  for (const std::string& r : records) bytes += r;
  return bytes;
}

// Empty: the log is right and refutes everything. Otherwise what is wrong.
std::string wrong_with(const std::vector<std::string>& records, const Numbers& claim = {}) {
  base::Budget budget({});
  Log log(together(records), 10, 4);
  if (auto objection = log.replay(budget)) return objection->obligation;
  return log.refutes(claim) ? "" : "not refuted";
}

std::vector<std::string> without(std::vector<std::string> records, size_t k) {
  records.erase(records.begin() + static_cast<std::ptrdiff_t>(k));
  return records;
}

// Four clauses over variables 1 and 2, none of which may be missing.
const std::vector<std::string> kNothingHolds = {record('C', {2, 4}), record('C', {2, 5}), record('C', {3, 4}),
                                                record('C', {3, 5}), record('L', {2}),    record('L', {})};

TEST(JudgeRefutation, LearntClausesFollowByPropagation) {
  EXPECT_EQ(wrong_with(kNothingHolds), "");
  for (size_t k = 0; k < 4; ++k) EXPECT_NE(wrong_with(without(kNothingHolds, k)), "") << k;
  EXPECT_EQ(wrong_with(without(kNothingHolds, 4)), "a learnt clause follows from those before");
  EXPECT_EQ(wrong_with(without(without(kNothingHolds, 5), 4)), "not refuted");
}

// Node 0 is before 1 and 2 before 3, always; literal 2 says 1 before 2, literal 4 says 3 before 0.
const std::vector<std::string> kCycle = {record('F', {0, 1}),    record('F', {2, 3}), record('O', {2, 1, 2}),
                                         record('O', {4, 3, 0}), record('T', {2, 4}), record('L', {3, 5})};

TEST(JudgeRefutation, CyclesClose) {
  EXPECT_EQ(wrong_with(kCycle, {2, 4}), "");
  EXPECT_EQ(wrong_with(kCycle, {2}), "not refuted");
  for (size_t k = 0; k < 2; ++k)
    EXPECT_EQ(wrong_with(without(kCycle, k)), "an order that is said to be a cycle is one");
  EXPECT_EQ(wrong_with(without(kCycle, 4)), "a learnt clause follows from those before");
  std::vector<std::string> other = kCycle;
  other[4] = record('T', {2, 5});
  EXPECT_EQ(wrong_with(other), "an order that is said to be a cycle is one");
  other[4] = record('T', {2});
  EXPECT_EQ(wrong_with(other), "an order that is said to be a cycle is one");
}

TEST(JudgeRefutation, WhatHoldsForGoodNeedsNoName) {
  std::vector<std::string> for_good = kCycle;
  for_good.insert(for_good.begin(), record('C', {2}));
  for_good[5] = record('T', {4});
  for_good[6] = record('L', {5});
  EXPECT_EQ(wrong_with(for_good, {4}), "");
  EXPECT_NE(wrong_with(without(for_good, 0), {4}), "");
}

TEST(JudgeRefutation, WhatIsDeletedIsNotUsed) {
  const std::vector<std::string> records = {
      record('C', {2, 4, 6, 8}), record('C', {2, 4, 6, 9}), record('C', {2, 4, 7, 8}), record('C', {2, 4, 7, 9}),
      record('L', {2, 4, 6}),    record('L', {2, 4}),       record('D', {2, 4}),       record('D', {2, 4, 6})};
  EXPECT_EQ(wrong_with(without(without(records, 7), 6), {3, 5}), "");
  EXPECT_EQ(wrong_with(records, {3, 5}), "not refuted");
}

TEST(JudgeRefutation, NonsenseIsNoLog) {
  EXPECT_THROW(wrong_with({"X", record('C', {2})}), BadCertificate);
  EXPECT_THROW(wrong_with({record('C', {2, 90})}), BadCertificate);
  EXPECT_THROW(wrong_with({record('F', {0, 9})}), BadCertificate);
  EXPECT_THROW(wrong_with({record('F', {0})}), BadCertificate);
  EXPECT_THROW(wrong_with({record('O', {2, 0, 1}), record('O', {2, 1, 0})}), BadCertificate);
  EXPECT_THROW(wrong_with({record('C', {2, 4}).substr(0, 3)}), BadCertificate);
  EXPECT_THROW(wrong_with({record('T', {2})}), BadCertificate);
}

// --- the ordering solver

struct Random {
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> clauses;  // of pairs: the first node comes first
  std::vector<std::pair<uint32_t, uint32_t>> fixed;
  static constexpr uint32_t kNodes = 12;

  explicit Random(uint32_t seed) {
    std::mt19937 random(seed);
    auto pair = [&] {
      uint32_t a = random() % kNodes, b = random() % (kNodes - 1);
      return std::pair(a, b + (b >= a));
    };
    for (uint32_t k = 0; k + 1 < kNodes; k += 1 + random() % 3) fixed.emplace_back(k, k + 1);
    for (int k = 0; k < 70; ++k) clauses.push_back({pair(), pair(), pair()});
  }

  // The answer, and the log.
  smt::OrderSolver::Answer solve(smt::ProofLog& log, uint32_t& variables) const {
    smt::OrderSolver solver(&log);
    for (uint32_t k = 0; k < kNodes; ++k) solver.new_node();
    for (auto [a, b] : fixed) solver.fix(a, b);
    for (const auto& clause : clauses) {
      smt::Clause literals;
      for (auto [a, b] : clause) literals.push_back(solver.before(a, b));
      solver.add(literals);
    }
    smt::OrderSolver::Answer answer = solver.solve({}, {});
    variables = static_cast<uint32_t>(solver.statistics().variables);
    return answer;
  }
};

std::vector<std::string> records_of(const std::string& bytes) {
  std::vector<std::string> records;
  for (size_t at = 0; at < bytes.size();) {
    const size_t begin = at++;
    auto number = [&] {
      uint64_t n = 0;
      for (unsigned shift = 0;; shift += 7) {
        n |= uint64_t{static_cast<uint8_t>(bytes[at]) & 0x7fu} << shift;
        if (static_cast<uint8_t>(bytes[at++]) < 0x80) return n;
      }
    };
    for (uint64_t count = number(); count > 0; --count) number();
    records.push_back(bytes.substr(begin, at - begin));
  }
  return records;
}

std::vector<std::string> without_clause(const std::vector<std::string>& records, size_t which) {
  size_t clauses = 0;
  for (size_t k = 0; k < records.size(); ++k)
    if (records[k][0] == 'C' && clauses++ == which) return without(records, k);
  return records;
}

TEST(JudgeRefutation, LogsOfTheSolverHold) {
  unsigned refuted = 0, with_cycles = 0, satisfiable = 0;
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    smt::ProofLog log(1 << 20);
    uint32_t variables = 0;
    Random formula(seed);
    if (formula.solve(log, variables) != smt::OrderSolver::Answer::Unsat) continue;
    base::Budget budget({});
    Log judged(log.bytes(), variables, Random::kNodes);
    auto objection = judged.replay(budget);
    ASSERT_FALSE(objection) << seed << ": " << objection->obligation << " at " << objection->where;
    ASSERT_TRUE(judged.refutes({})) << seed;
    ++refuted;
    with_cycles += judged.cycles() > 2 && judged.learnt() > 2;
    // The same log for a formula that is satisfiable cannot be right.
    const std::vector<std::string> all = records_of(log.bytes());
    for (size_t missing = 0; missing < formula.clauses.size(); ++missing) {
      Random less = formula;
      less.clauses.erase(less.clauses.begin() + static_cast<std::ptrdiff_t>(missing));
      smt::ProofLog of_less(1 << 20);
      uint32_t fewer = 0;
      if (less.solve(of_less, fewer) != smt::OrderSolver::Answer::Sat) continue;
      Log wrong(together(without_clause(all, missing)), variables, Random::kNodes);
      EXPECT_TRUE(wrong.replay(budget) || !wrong.refutes({})) << seed << " without clause " << missing;
      ++satisfiable;
    }
  }
  EXPECT_GE(satisfiable, 20u);
  EXPECT_GE(refuted, 20u);
  EXPECT_GE(with_cycles, 10u);
}

}  // namespace
}  // namespace heddle::judge
