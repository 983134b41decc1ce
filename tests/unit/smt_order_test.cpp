// SPDX-License-Identifier: GPL-3.0-or-later
// The ordering solver against all permutations of a few nodes: random clauses over orders and plain literals, more
// nodes, fixed edges and clauses between the questions, assumptions. Then what an answer promises on formulas too large
// for that.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

#include "smt/order_solver.h"
#include "smt/order_theory.h"

namespace heddle::smt {
namespace {

using Answer = OrderSolver::Answer;
constexpr unsigned kMostNodes = 6, kMostPlain = 4;

// A literal of the test: bit i of a world says whether plain literal i holds, or the pair (a, b) is in order.
struct Atom {
  unsigned bit;
  bool positive;
};
using Atoms = std::vector<Atom>;

unsigned pair_bit(Node a, Node b) { return kMostPlain + a * kMostNodes + b; }

bool holds(uint64_t world, const Atoms& clause) {
  return std::any_of(clause.begin(), clause.end(), [&](Atom a) { return (world >> a.bit & 1) == a.positive; });
}

// One formula, in the solver and as a list.
struct Formula {
  std::mt19937& random;
  OrderSolver solver;
  std::vector<Lit> plain;
  Node nodes = 0;
  std::vector<Atoms> clauses;
  std::vector<std::pair<Atom, Lit>> handed_out;

  explicit Formula(std::mt19937& r) : random(r) {}
  unsigned pick(unsigned n) { return static_cast<unsigned>(random() % n); }
  Lit literal(Atom a) {
    Lit l;
    if (a.bit < kMostPlain) {
      l = plain[a.bit];
    } else {
      unsigned pair = a.bit - kMostPlain;
      l = solver.before(pair / kMostNodes, pair % kMostNodes);
    }
    handed_out.push_back({a, a.positive ? l : ~l});
    return handed_out.back().second;
  }
  Atom random_atom() {
    bool positive = pick(2);
    if (nodes < 2 || (!plain.empty() && pick(4) == 0)) return {pick(static_cast<unsigned>(plain.size())), positive};
    Node a = pick(nodes), b = pick(nodes - 1);
    return {pair_bit(a, b + (b >= a)), positive};
  }
  void grow() {
    for (unsigned more = pick(4); more > 0 && nodes < kMostNodes; --more) nodes = solver.new_node() + 1;
    if (plain.empty() || (plain.size() < kMostPlain && pick(2))) plain.push_back(solver.new_literal());
    for (unsigned more = pick(3); more > 0 && nodes > 1; --more) {
      Node a = pick(nodes - 1), b = a + 1 + pick(nodes - a - 1);
      if (pick(12) == 0) std::swap(a, b);
      solver.fix(a, b);
      clauses.push_back({{pair_bit(a, b), true}});
    }
    for (unsigned more = pick(9); more > 0; --more) {
      Atoms atoms(1 + pick(4) % 4);
      Clause clause;
      for (Atom& a : atoms) clause.push_back(literal(a = random_atom()));
      solver.add(clause);
      clauses.push_back(atoms);
    }
  }
  bool satisfiable(const Atoms& assumed) const {
    std::array<Node, kMostNodes> at;
    std::iota(at.begin(), at.end(), 0);
    do {
      uint64_t world = 0;
      for (Node a = 0; a < nodes; ++a)
        for (Node b = 0; b < nodes; ++b)
          if (at[a] < at[b]) world |= uint64_t{1} << pair_bit(a, b);
      for (unsigned p = 0; p < 1u << plain.size(); ++p)
        if (fits(world | p, assumed)) return true;
    } while (std::next_permutation(at.begin(), at.begin() + nodes));
    return false;
  }
  bool fits(uint64_t world, const Atoms& assumed) const {
    return std::all_of(assumed.begin(), assumed.end(), [&](Atom a) { return holds(world, {a}); }) &&
           std::all_of(clauses.begin(), clauses.end(), [&](const Atoms& c) { return holds(world, c); });
  }
  // The order and the values of the answer are a world, and all literals ever handed out say so.
  void check_model(const Atoms& assumed) const {
    std::vector<Node> order = solver.order();
    ASSERT_EQ(order.size(), nodes);
    uint64_t world = 0;
    for (size_t i = 0; i < order.size(); ++i)
      for (size_t j = i + 1; j < order.size(); ++j) world |= uint64_t{1} << pair_bit(order[i], order[j]);
    for (size_t i = 0; i < plain.size(); ++i) world |= uint64_t{solver.value(plain[i])} << i;
    EXPECT_TRUE(fits(world, assumed));
    for (auto [atom, l] : handed_out) EXPECT_EQ(solver.value(l), holds(world, {atom}));
  }
};

void ask(Formula& formula, int& sat, int& unsat) {
  Atoms assumed(formula.pick(4));
  std::vector<Lit> assumptions;
  for (Atom& a : assumed) assumptions.push_back(formula.literal(a = formula.random_atom()));
  Answer answer = formula.solver.solve(assumptions, nullptr);
  ASSERT_NE(answer, Answer::Unknown);
  ASSERT_EQ(answer == Answer::Sat, formula.satisfiable(assumed));
  if (answer == Answer::Sat) formula.check_model(assumed);
  ++(answer == Answer::Sat ? sat : unsat);
}

TEST(OrderSolver, AgreesWithAllPermutations) {
  std::mt19937 random(20240601);
  int sat = 0, unsat = 0;
  for (int instance = 0; instance < 3000; ++instance) {
    SCOPED_TRACE(instance);
    Formula formula(random);
    for (int round = 0; round < 5; ++round) {
      formula.grow();
      ask(formula, sat, unsat);
      ask(formula, sat, unsat);
      if (HasFatalFailure() || HasNonfatalFailure()) return;
    }
  }
  EXPECT_GT(sat, 3000);
  EXPECT_GT(unsat, 3000);
}

TEST(OrderSolver, FixedEdgesDecide) {
  OrderSolver s;
  Node a = s.new_node(), b = s.new_node(), c = s.new_node();
  Lit ac = s.before(a, c);
  EXPECT_FALSE(ac.is_constant());
  EXPECT_EQ(s.before(a, c), ac);
  EXPECT_EQ(s.before(c, a), ~ac);
  s.fix(a, b);
  EXPECT_EQ(s.before(a, b), kTrue);
  EXPECT_TRUE(s.fixed(a, b));
  EXPECT_FALSE(s.fixed(b, a));
  EXPECT_FALSE(s.fixed(b, b));
  EXPECT_FALSE(s.fixed(a, c));
  s.fix(b, c);
  EXPECT_TRUE(s.fixed(a, c));
  EXPECT_EQ(s.before(a, c), kTrue);
  EXPECT_EQ(s.before(c, a), kFalse);
  EXPECT_EQ(s.before(a, a), kFalse);
  ASSERT_EQ(s.solve({}, nullptr), Answer::Sat);
  EXPECT_TRUE(s.value(ac));
  EXPECT_EQ(s.solve({~ac}, nullptr), Answer::Unsat);
  EXPECT_EQ(s.solve({}, nullptr), Answer::Sat);
  s.fix(c, a);
  EXPECT_EQ(s.solve({}, nullptr), Answer::Unsat);
}

TEST(OrderSolver, EmptyClauseAndConstants) {
  OrderSolver s;
  s.add({kTrue});
  s.add({kFalse, kTrue});
  EXPECT_EQ(s.solve({kTrue}, nullptr), Answer::Sat);
  EXPECT_TRUE(s.value(kTrue));
  EXPECT_FALSE(s.value(kFalse));
  EXPECT_EQ(s.solve({kFalse}, nullptr), Answer::Unsat);
  EXPECT_EQ(s.solve({}, nullptr), Answer::Sat);
  s.add({kFalse});
  EXPECT_EQ(s.solve({}, nullptr), Answer::Unsat);
}

// One pigeon more than there are holes: unsatisfiable, and hard without counting.
void add_pigeons(OrderSolver& s, unsigned holes) {
  std::vector<std::vector<Lit>> in(holes + 1, std::vector<Lit>(holes));
  for (auto& pigeon : in) {
    for (Lit& l : pigeon) l = s.new_literal();
    s.add(pigeon);
  }
  for (unsigned h = 0; h < holes; ++h)
    for (unsigned p = 0; p <= holes; ++p)
      for (unsigned q = 0; q < p; ++q) s.add({~in[p][h], ~in[q][h]});
}

TEST(OrderSolver, StopsWhenTold) {
  OrderSolver s;
  add_pigeons(s, 11);
  int asked = 0;
  EXPECT_EQ(s.solve({}, [&] { return ++asked == 10; }), Answer::Unknown);
  EXPECT_EQ(asked, 10);
  EXPECT_EQ(s.solve({}, [] { return true; }), Answer::Unknown);
}

// Restarts and deletions happen, and the answer is still right.
TEST(OrderSolver, LongSearches) {
  OrderSolver s;
  add_pigeons(s, 7);
  EXPECT_EQ(s.solve({}, nullptr), Answer::Unsat);
}

// Many events under random clauses: too many to enumerate, so only what Sat promises is checked.
TEST(OrderSolver, LargeModelsFit) {
  std::mt19937 random(7);
  int sat = 0;
  for (unsigned clauses = 25; clauses <= 250; clauses += 25) {
    OrderSolver s;
    constexpr Node kNodes = 40;
    for (Node n = 0; n < kNodes; ++n) s.new_node();
    for (Node n = 0; n + 10 < kNodes; ++n) s.fix(n, n + 10);
    std::vector<std::vector<std::array<Node, 2>>> formula(clauses);
    for (auto& pairs : formula) {
      Clause clause;
      for (int i = 0; i < 3; ++i) {
        Node a = static_cast<Node>(random() % kNodes),
             b = static_cast<Node>((a + 1 + random() % (kNodes - 1)) % kNodes);
        pairs.push_back({a, b});
        clause.push_back(s.before(a, b));
      }
      s.add(clause);
    }
    if (s.solve({}, nullptr) != Answer::Sat) continue;
    ++sat;
    std::vector<Node> order = s.order(), at(kNodes);
    for (Node i = 0; i < kNodes; ++i) at[order[i]] = i;
    for (Node n = 0; n + 10 < kNodes; ++n) EXPECT_LT(at[n], at[n + 10]);
    for (const auto& pairs : formula)
      EXPECT_TRUE(std::any_of(pairs.begin(), pairs.end(), [&](auto p) { return at[p[0]] < at[p[1]]; }));
  }
  EXPECT_GT(sat, 2);
}

// Random edges in and out: the clocks stay closed, and every path that is explained is there.
TEST(OrderTheory, ComesBackFromEveryLevel) {
  std::mt19937 random(3);
  OrderTheory t;
  constexpr Node kNodes = 30;
  for (Node n = 0; n < kNodes; ++n) t.new_node();
  for (Node n = 0; n + 5 < kNodes; ++n) t.fix(n, n + 5);
  ASSERT_TRUE(t.settle());
  auto reached = [&] {
    std::vector<bool> all;
    for (Node a = 0; a < kNodes; ++a)
      for (Node b = 0; b < kNodes; ++b) all.push_back(t.reaches(a, b));
    return all;
  };
  std::vector<std::vector<bool>> before;
  for (int step = 0; step < 3000; ++step) {
    if (random() % 4 == 0 && !before.empty()) {
      size_t level = random() % before.size();
      t.pop_levels(level);
      EXPECT_EQ(reached(), before[level]);
      before.resize(level);
    } else {
      before.push_back(reached());
      t.push_level();
      Node a = static_cast<Node>(random() % kNodes), b = static_cast<Node>(random() % kNodes);
      bool fits = !t.reaches(b, a);
      EXPECT_EQ(t.insert(a, b, {a * kNodes + b + 2}), fits);
      std::vector<Lit> path;
      t.explain(fits ? a : b, fits ? b : a, path);
      for (Lit l : path) EXPECT_TRUE(t.reaches((l.code - 2) / kNodes, (l.code - 2) % kNodes));
    }
    t.check_invariants();
  }
}

}  // namespace
}  // namespace heddle::smt
