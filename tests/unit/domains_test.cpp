// SPDX-License-Identifier: GPL-3.0-or-later
// The domains against concrete evaluation: whatever a sequence of steps does to some points, they stay in the value.
#include <cfenv>
#include <gtest/gtest.h>

#include <random>

#include "domains/machine.h"
#include "meaning/numbers.h"
#include "meaning/operators.h"

using namespace heddle;
using namespace heddle::domains;
using model::Expr;
using model::ExprId;
using model::ExprOp;

namespace {

const std::vector<Kind> kAll{Kind::Ranges, Kind::Octagons, Kind::Polyhedra, Kind::Congruences};
std::string name(Var x) { return std::string(1, static_cast<char>('a' + x)); }

Linear linear(std::vector<std::pair<Var, Int>> terms, Int constant) { return {std::move(terms), constant}; }

// A point: the words of all variables.
using Point = std::vector<uint64_t>;

struct Undefined {};

struct World {
  model::ExprPool pool;
  std::vector<uint8_t> widths;
  std::mt19937 random;
  Machine machine;

  World(unsigned seed, std::vector<uint8_t> w)
      : widths(w), random(seed), machine(pool, w, [](model::LocalId l) { return l; }) {}

  unsigned below(unsigned n) { return static_cast<unsigned>(random() % n); }
  uint64_t word(unsigned width) {
    switch (below(4)) {
      case 0: return random() & meaning::mask(width);
      case 1: return (uint64_t{1} << (width - 1)) - below(3) & meaning::mask(width);
      case 2: return (0 - uint64_t{below(4)}) & meaning::mask(width);
      default: return below(6) & meaning::mask(width);
    }
  }
  ExprId expr(unsigned width, int depth) {
    if (depth == 0 || below(6) == 0) {
      for (int tries = 0; tries < 6; ++tries)
        if (unsigned x = below(static_cast<unsigned>(widths.size())); widths[x] == width) return pool.local(x, width);
      return pool.constant(word(width), width);
    }
    static const unsigned kWidths[] = {8, 16, 32, 64};
    if (width == 1) {
      if (below(3) == 0) {
        const ExprOp ops[] = {ExprOp::And, ExprOp::Or, ExprOp::Xor, ExprOp::Eq, ExprOp::Ne};
        return pool.binary(ops[below(5)], 1, expr(1, depth - 1), expr(1, depth - 1));
      }
      const unsigned w = kWidths[below(4)];
      if (below(8) == 0) return pool.unary(ExprOp::Trunc, 1, expr(w, depth - 1));
      const ExprOp ops[] = {ExprOp::Eq, ExprOp::Ne, ExprOp::Ult, ExprOp::Ule, ExprOp::Slt, ExprOp::Sle};
      return pool.binary(ops[below(6)], 1, expr(w, depth - 1), expr(w, depth - 1));
    }
    if (below(12) == 0) return pool.select(expr(1, depth - 1), expr(width, depth - 1), expr(width, depth - 1));
    if (below(4) == 0) {
      const unsigned from = below(5) == 0 ? 1 : kWidths[below(4)];
      if (from < width) return pool.unary(below(2) ? ExprOp::ZExt : ExprOp::SExt, width, expr(from, depth - 1));
      if (from > width) return pool.unary(ExprOp::Trunc, width, expr(from, depth - 1));
    }
    const ExprOp ops[] = {ExprOp::Add,  ExprOp::Sub,  ExprOp::Mul,  ExprOp::Add,  ExprOp::Sub,
                          ExprOp::UDiv, ExprOp::SDiv, ExprOp::URem, ExprOp::SRem, ExprOp::Shl,
                          ExprOp::LShr, ExprOp::AShr, ExprOp::And,  ExprOp::Or,   ExprOp::Xor};
    const ExprOp op = ops[below(15)];
    const ExprId b = meaning::is_shift(op) && below(2) ? pool.constant(below(width), width) : expr(width, depth - 1);
    return pool.binary(op, width, expr(width, depth - 1), b);
  }
  uint64_t eval(const Point& p, ExprId id) const {
    const Expr& e = pool[id];
    switch (e.op) {
      case ExprOp::Const: return e.bits & meaning::mask(e.width);
      case ExprOp::Local: return p[e.bits];
      case ExprOp::Select: return eval(p, e.a) ? eval(p, e.b) : eval(p, e.c);
      case ExprOp::ZExt: return eval(p, e.a);
      case ExprOp::SExt:
        return static_cast<uint64_t>(meaning::sign_extend(eval(p, e.a), pool[e.a].width)) & meaning::mask(e.width);
      case ExprOp::Trunc: return eval(p, e.a) & meaning::mask(e.width);
      default: break;
    }
    meaning::Numbers numbers{pool[e.a].width};
    const uint64_t a = eval(p, e.a), b = eval(p, e.b);
    meaning::check(numbers, e.op, a, b, [](bool when, meaning::NoResult) {
      if (when) throw Undefined{};
    });
    return meaning::apply(numbers, e.op, a, b);
  }
  Int number(Var x, uint64_t word) const {
    return widths[x] == 1 ? static_cast<Int>(word) : static_cast<Int>(meaning::sign_extend(word, widths[x]));
  }
  // Is the point in the value? And in what it says of sums?
  bool has(const Lattice& value, const Point& p) {
    if (value.is_bottom()) return false;
    Value there = value.copy();
    for (Var x = 0; x < p.size(); ++x) there->meet_zero(linear({{x, 1}}, -number(x, p[x])));
    if (there->is_bottom()) return false;
    for (int tries = 0; tries < 3; ++tries) {
      Linear e;
      Int at_point = e.constant = static_cast<Int>(below(9)) - 4;
      for (Var x = 0; x < p.size(); ++x)
        if (Int k = static_cast<Int>(below(5)) - 2; k != 0) e.terms.emplace_back(x, k), at_point += k * number(x, p[x]);
      const Bounds b = value.bounds(e);
      const Residue r = value.residue(e);
      if ((b.low && at_point < *b.low) || (b.high && at_point > *b.high)) return false;
      if (r.modulus == 0 ? at_point != r.rest : mod(at_point - r.rest, r.modulus) != 0) return false;
    }
    return true;
  }
};

Value made(int kind, size_t variables) {
  if (kind < 4) return anything(kAll[static_cast<size_t>(kind)], variables);
  if (kind == 4) return anything(kAll, variables);
  Clusters clusters(variables, 3);
  clusters.relate(0, 1);
  clusters.relate(1, 2);
  clusters.relate(3, 4);
  return anything(kind == 5 ? Kind::Octagons : Kind::Polyhedra, clusters);
}

void wander(unsigned seed, int kind) {
  std::mt19937 random(seed);
  const uint8_t some[] = {1, 8, 16, 32, 32, 64};
  std::vector<uint8_t> widths;
  for (int k = 0; k < 5; ++k) widths.push_back(some[random() % 6]);
  World w(seed, widths);
  const size_t n = widths.size();
  Value value = made(kind, n);
  std::vector<Point> points(1 + w.below(4));
  for (Var x = 0; x < n; ++x) w.machine.forget(*value, x);
  Value earlier = value->copy();
  for (Point& p : points)
    for (Var x = 0; x < n; ++x) p.push_back(w.word(widths[x]));
  std::vector<Point> earlier_points = points;
  for (int step = 0; step < 14 && !points.empty(); ++step) {
    const Var x = w.below(static_cast<unsigned>(n));
    std::vector<Point> next;
    switch (w.below(9)) {
      case 0:
      case 1:
      case 2: {
        const ExprId e = w.expr(widths[x], 3);
        w.machine.assign(value, x, e);
        for (Point p : points) try {
            p[x] = w.eval(p, e);
            next.push_back(p);
          } catch (const Undefined&) {}
        break;
      }
      case 3: {
        const Var y = (x + 1) % static_cast<Var>(n);
        const ExprId e = w.expr(widths[x], 2), f = w.expr(widths[y], 2);
        w.machine.assign(value, {{x, e}, {y, f}});
        for (const Point& p : points) try {
            Point q = p;
            q[x] = w.eval(p, e);
            q[y] = w.eval(p, f);
            next.push_back(q);
          } catch (const Undefined&) {}
        break;
      }
      case 4:
      case 5: {
        const ExprId e = w.expr(1, 3);
        const bool holds = w.below(2);
        const Machine::Truth before = w.machine.decide(*value, e);
        w.machine.assume(value, e, holds);
        for (const Point& p : points) try {
            const bool is = w.eval(p, e) != 0;
            ASSERT_NE(before, is ? Machine::Truth::Never : Machine::Truth::Always) << "seed " << seed;
            if (is == holds) next.push_back(p);
          } catch (const Undefined&) {}
        break;
      }
      case 6:
        w.machine.forget(*value, x);
        for (Point p : points) p[x] = w.word(widths[x]), next.push_back(p);
        break;
      case 7:
        value->join(*earlier);
        next = points;
        next.insert(next.end(), earlier_points.begin(), earlier_points.end());
        EXPECT_TRUE(value->includes(*earlier)) << "seed " << seed;
        break;
      default:
        value->widen(*earlier, {-1, 0, 100});
        next = points;
        next.insert(next.end(), earlier_points.begin(), earlier_points.end());
        EXPECT_TRUE(value->includes(*earlier)) << "seed " << seed;
        for (Var y = 0; y < n; ++y) w.machine.forget(*earlier, y);
        earlier = value->copy();
        earlier_points = next;
        break;
    }
    points = std::move(next);
    if (points.size() > 12) points.resize(12);
    for (const Point& p : points)
      ASSERT_TRUE(w.has(*value, p)) << "seed " << seed << " kind " << kind << " step " << step << ": "
                                    << value->text(name);
  }
}

// Thousands of steps for each kind; those that are dear take fewer.
void wander_often(int kind, unsigned times) {
  for (unsigned seed = 0; seed < times && !testing::Test::HasFatalFailure(); ++seed)
    wander(seed * 7 + static_cast<unsigned>(kind), kind);
}

}  // namespace

TEST(Domains, PointsStayInsideRanges) { wander_often(0, 1500); }
TEST(Domains, PointsStayInsideOctagons) { wander_often(1, 300); }
TEST(Domains, PointsStayInsidePolyhedra) { wander_often(2, 200); }
TEST(Domains, PointsStayInsideCongruences) { wander_often(3, 1500); }
TEST(Domains, PointsStayInsideAllAtOnce) { wander_often(4, 100); }
TEST(Domains, PointsStayInsideClustersOfOctagons) { wander_often(5, 150); }
TEST(Domains, PointsStayInsideClustersOfPolyhedra) { wander_often(6, 150); }

TEST(Domains, RangesKnowBounds) {
  Value v = anything(Kind::Ranges, 2);
  v->assign(0, Form{Linear::of(Int{3}), Noise::between(0, 4)});
  v->assign(1, Form{linear({{0, 2}}, 1), {}});
  EXPECT_EQ(v->text(name), "3 <= a <= 7, 7 <= b <= 15");
  v->meet_at_least_zero(linear({{0, 1}}, -6));
  EXPECT_EQ(v->text(name), "6 <= a <= 7, 7 <= b <= 15");
}

TEST(Domains, OctagonsKnowDifferences) {
  Value v = anything(Kind::Octagons, 2);
  v->assign(1, Form{linear({{0, 1}}, 2), {}});
  EXPECT_EQ(v->bounds(linear({{0, -1}, {1, 1}}, 0)).low, Int{2});
  EXPECT_EQ(v->bounds(linear({{0, -1}, {1, 1}}, 0)).high, Int{2});
}

TEST(Domains, PolyhedraKnowSums) {
  Value v = anything(Kind::Polyhedra, 3);
  v->assign(2, Form{linear({{0, 1}, {1, 3}}, 0), {}});
  EXPECT_EQ(v->bounds(linear({{0, 1}, {1, 3}, {2, -1}}, 0)).high, Int{0});
}

TEST(Domains, CongruencesKnowRemainders) {
  Value v = anything(Kind::Congruences, 1), other = v->copy();
  v->assign(0, Form::of(3));
  other->assign(0, Form::of(15));
  v->join(*other);
  EXPECT_EQ(v->text(name), "a = 3 mod 12");
}

TEST(Domains, WideningEndsAndNarrowingRecovers) {  // for (i = 0; i < 100; i++)
  for (Kind kind : {Kind::Ranges, Kind::Octagons, Kind::Polyhedra}) {
    Value entry = anything(kind, 1);
    entry->assign(0, Form::of(0));
    auto around = [&](const Lattice& head) {
      Value v = head.copy();
      v->meet_at_least_zero(linear({{0, -1}}, 99));
      v->assign(0, Form{linear({{0, 1}}, 1), {}});
      v->join(*entry);
      return v;
    };
    Value head = entry->copy();
    int rounds = 0;
    for (Value next = around(*head); !head->includes(*next) && rounds < 10; next = around(*head), ++rounds) {
      next->widen(*head, {});
      head = std::move(next);
    }
    EXPECT_LT(rounds, 10);
    head->narrow(*around(*head));
    EXPECT_EQ(head->bounds(Linear::of(Var{0})).low, Int{0});
    EXPECT_EQ(head->bounds(Linear::of(Var{0})).high, Int{100});
  }
}

TEST(Domains, ASumThatMayWrapIsAnyWordOfItsRemainder) {
  World w(1, {8});
  Value v = anything(kAll, 1);
  w.machine.forget(*v, 0);
  w.machine.assign(v, 0, w.pool.binary(ExprOp::Mul, 8, w.pool.local(0, 8), w.pool.constant(4, 8)));
  EXPECT_TRUE(w.has(*v, {0xfc}));
  EXPECT_FALSE(w.has(*v, {2}));
  EXPECT_EQ(v->bounds(Linear::of(Var{0})).low, Int{-128});
  EXPECT_EQ(v->bounds(Linear::of(Var{0})).high, Int{124});
}

TEST(Domains, ANumberThatAlwaysWrapsIsKnown) {
  World w(1, {8});
  Value v = anything(Kind::Ranges, 1);
  v->assign(0, Form{Linear::of(Int{100}), Noise::between(0, 10)});
  w.machine.assign(v, 0, w.pool.binary(ExprOp::Add, 8, w.pool.local(0, 8), w.pool.constant(100, 8)));
  EXPECT_EQ(v->text(name), "-56 <= a <= -46");
}

TEST(Domains, UnsignedBoundsSayThatANumberIsNotNegative) {
  World w(1, {32});
  Value v = anything(Kind::Ranges, 1);
  w.machine.forget(*v, 0);
  w.machine.assume(v, w.pool.binary(ExprOp::Ult, 1, w.pool.local(0, 32), w.pool.constant(10, 32)), true);
  EXPECT_EQ(v->text(name), "0 <= a <= 9");
}

TEST(Domains, ClustersGrowToTheirLimit) {
  Clusters c(5, 3);
  EXPECT_TRUE(c.relate(0, 1));
  EXPECT_TRUE(c.relate(1, 2));
  EXPECT_FALSE(c.relate(2, 0));
  EXPECT_FALSE(c.relate(2, 3));
  EXPECT_EQ(c.groups(), (std::vector<std::vector<Var>>{{0, 1, 2}, {3}, {4}}));
}

TEST(Domains, TheLibraryLeavesTheRoundingModeAlone) {
  Value v = anything(Kind::Polyhedra, 1);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}
