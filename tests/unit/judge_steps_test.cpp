// SPDX-License-Identifier: GPL-3.0-or-later
// The judge's translation of a step, piece by piece: arithmetic against that of the machine, formulas of certificates.
#include <gtest/gtest.h>

#include <random>

#include "judge/cvc5.h"
#include "judge/formula.h"
#include "judge/steps/walker.h"
#include "program_builder.h"

namespace heddle::judge {
namespace {

using model::ExprOp;
using model::RmwOp;
using steps::Number;
using steps::Premises;

uint64_t mask(unsigned width) { return width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }
int64_t as_signed(uint64_t v, unsigned width) { return static_cast<int64_t>(v << (64 - width)) >> (64 - width); }

// What the machine computes; nothing where C does not define it.
std::optional<uint64_t> computed(ExprOp op, uint64_t a, uint64_t b, unsigned w) {
  const int64_t x = as_signed(a, w), y = as_signed(b, w);
  const bool overflows = y == -1 && x == as_signed(uint64_t{1} << (w - 1), w);
  switch (op) {
    case ExprOp::Add: return (a + b) & mask(w);
    case ExprOp::Sub: return (a - b) & mask(w);
    case ExprOp::Mul: return (a * b) & mask(w);
    case ExprOp::UDiv: return b == 0 ? std::nullopt : std::optional(a / b);
    case ExprOp::URem: return b == 0 ? std::nullopt : std::optional(a % b);
    case ExprOp::SDiv:
      return b == 0 || overflows ? std::nullopt : std::optional(static_cast<uint64_t>(x / y) & mask(w));
    case ExprOp::SRem:
      return b == 0 || overflows ? std::nullopt : std::optional(static_cast<uint64_t>(x % y) & mask(w));
    case ExprOp::Shl: return b >= w ? std::nullopt : std::optional((a << b) & mask(w));
    case ExprOp::LShr: return b >= w ? std::nullopt : std::optional(a >> b);
    case ExprOp::AShr: return b >= w ? std::nullopt : std::optional(static_cast<uint64_t>(x >> b) & mask(w));
    case ExprOp::And: return a & b;
    case ExprOp::Or: return a | b;
    case ExprOp::Xor: return a ^ b;
    case ExprOp::Eq: return a == b;
    case ExprOp::Ne: return a != b;
    case ExprOp::Ult: return a < b;
    case ExprOp::Ule: return a <= b;
    case ExprOp::Slt: return x < y;
    case ExprOp::Sle: return x <= y;
    default: return std::nullopt;
  }
}

class Arithmetic : public ::testing::Test {
 protected:
  Arithmetic() { solver.send("(set-logic QF_LIA)"); }

  // A variable with this value, or the value itself.
  Number operand(uint64_t bits, unsigned width, bool is_signed, bool varies) {
    Number n = numbers.constant(bits, width, is_signed);
    if (!varies) return n;
    const std::string name = "x" + std::to_string(count++);
    solver.send("(declare-const " + name + " Int)(assert (= " + name + " " + steps::text(n.n) + "))");
    return {steps::variable(name), width, n.is_signed};
  }

  bool possible(const Premises& known, const std::string& claim) {
    solver.send("(push 1)");
    for (const auto& [name, constraint] : known.given) solver.send("(declare-const " + name + " Int)");
    for (const auto& [name, constraint] : known.given) solver.send("(assert " + constraint + ")");
    solver.send("(assert " + claim + ")");
    const trace::Answer a = solver.check();
    solver.send("(pop 1)");
    EXPECT_NE(a, trace::Answer::Unknown);
    return a == trace::Answer::Sat;
  }

  // The machine's result must be possible, and where the translation is exact nothing else.
  void expect(const std::string& what, const Number& made, uint64_t bits, const Premises& known, bool exact) {
    const std::string same = steps::text(steps::equal(made.n, numbers.constant(bits, made.width, made.is_signed).n));
    EXPECT_TRUE(possible(known, same)) << what << " does not allow " << bits;
    if (exact) EXPECT_FALSE(possible(known, "(not " + same + ")")) << what << " allows more than " << bits;
    if (!exact)
      EXPECT_FALSE(possible(known, "(not " + steps::text(steps::in_range(made.n, made.width, made.is_signed)) + ")"))
          << what << " leaves its range";
  }

  Cvc5 solver{nullptr};
  steps::Names names;
  steps::Numbers numbers{names};
  unsigned count = 0;
};

TEST_F(Arithmetic, AgreesWithTheMachine) {
  std::mt19937_64 random(7);
  auto some = [&](unsigned w) {
    const uint64_t edges[] = {0, 1, 2, 3, mask(w), mask(w) - 1, mask(w) >> 1, (mask(w) >> 1) + 1, w - 1u};
    return (random() % 2 ? edges[random() % std::size(edges)] : random()) & mask(w);
  };
  for (ExprOp op : {ExprOp::Add, ExprOp::Sub, ExprOp::Mul, ExprOp::UDiv, ExprOp::URem, ExprOp::SDiv, ExprOp::SRem,
                    ExprOp::Shl, ExprOp::LShr, ExprOp::AShr, ExprOp::And, ExprOp::Or, ExprOp::Xor, ExprOp::Eq,
                    ExprOp::Ne, ExprOp::Ult, ExprOp::Ule, ExprOp::Slt, ExprOp::Sle})
    for (unsigned k = 0; k < 12; ++k) {
      const unsigned w = k % 3 == 0 ? 8 : k % 3 == 1 ? 32 : 64;
      const bool shift = op == ExprOp::Shl || op == ExprOp::LShr || op == ExprOp::AShr;
      const uint64_t a = some(w), b = shift && random() % 4 ? random() % w : some(w);
      const bool a_varies = random() % 4 != 0, b_varies = random() % 2 != 0;
      const Number x = operand(a, w, random() % 2, a_varies), y = operand(b, w, random() % 2, b_varies);
      const std::string what = std::string(model::text(op)) + " of " + std::to_string(a) + " and " + std::to_string(b) +
                               ", " + std::to_string(w) + " bits";
      Premises known;
      const std::string undefined = steps::text(numbers.undefined(op, x, y, known));
      const std::optional<uint64_t> result = computed(op, a, b, w);
      EXPECT_EQ(possible(known, undefined), !result) << what;
      if (!result) continue;
      const bool comparison = op >= ExprOp::Eq;
      const bool linear =
          op == ExprOp::Add || op == ExprOp::Sub || comparison || !b_varies || (op == ExprOp::Mul && !a_varies);
      const bool bits = op == ExprOp::And || op == ExprOp::Or || op == ExprOp::Xor;
      expect(what, numbers.binary(op, comparison ? 1 : w, x, y, known), *result, known, linear && (!bits || !a_varies));
    }
}

TEST_F(Arithmetic, ChangesWidthsAsTheMachineDoes) {
  for (uint64_t a : {0x00u, 0x01u, 0x7fu, 0x80u, 0xffu})
    for (bool is_signed : {false, true}) {
      const Number x = operand(a, 8, is_signed, true);
      Premises known;
      expect("zext", numbers.extended(x, 32, false, known), a, known, true);
      expect("sext", numbers.extended(x, 32, true, known), static_cast<uint32_t>(as_signed(a, 8)), known, true);
      expect("trunc", numbers.cut(x, 1, known), a & 1, known, true);
      const Number wide = operand(a << 8 | 0x80, 32, is_signed, true);
      expect("trunc", numbers.cut(wide, 8, known), 0x80, known, true);
      expect("as", numbers.as(x, !is_signed, known), a, known, true);
    }
}

TEST_F(Arithmetic, UpdatesAsTheMachineDoes) {
  const uint64_t a = 0xf0, b = 0x3c;
  const std::pair<RmwOp, uint64_t> all[] = {{RmwOp::Xchg, b},    {RmwOp::Add, 0x2c}, {RmwOp::Sub, 0xb4},
                                            {RmwOp::And, a & b}, {RmwOp::Or, a | b}, {RmwOp::Xor, a ^ b},
                                            {RmwOp::Nand, 0xcf}, {RmwOp::Max, b},    {RmwOp::Min, a},
                                            {RmwOp::UMax, a},    {RmwOp::UMin, b}};
  for (const auto& [op, result] : all)
    for (bool is_signed : {false, true}) {
      Premises known;
      const Number x = operand(a, 8, is_signed, true), y = operand(b, 8, !is_signed, true);
      const bool bits = op == RmwOp::And || op == RmwOp::Or || op == RmwOp::Xor || op == RmwOp::Nand;
      expect("update " + std::to_string(static_cast<int>(op)), numbers.updated(op, 8, x, y, known), result, known,
             !bits);
    }
}

TEST(FormulaOfACertificate, HasKnownOperatorsAndNamesOnly) {
  const std::set<std::string> names{"v1", "at2"};
  EXPECT_EQ(Formula("(and (<= (+ v1) 5))", names).text(), "(<= v1 5)");
  EXPECT_EQ(Formula("(let ((a!1 (* 2 v1))) (= a!1 at2))", names).names(), names);
  for (const char* bad :
       {"", "v2", "(<= v1 5", "(<= v1 5))", "true) (assert false", "true (exit)", "(f v1)", "(mod v1 0)",
        "(mod v1 at2)", "(let ((v1 0)) (= v1 0))", "|v1|", "()", "(and)", "; true", "(! true :named x)"})
    EXPECT_THROW(Formula(bad, names), BadFormula) << bad;
  EXPECT_EQ(renamed("(= v1 v12)", {{"v1", "n!v1"}}), "(= n!v1 v12)");
  EXPECT_TRUE(is_variable_name("at12"));
  for (const char* bad : {"", "v", "12", "v!1", "and", "v1 ", "V1"}) EXPECT_FALSE(is_variable_name(bad)) << bad;
}

// A program whose only procedure is that of role 0, and what a map says about it.
struct Walk {
  heddle::testing::ProgramBuilder b;
  steps::Map map;
  steps::Names names;

  Walk() {
    b.object("g");
    b.object("p", 8);
    b.procedure("start");
    map.frames = {{0, steps::kNobody, 0, 0}};
    map.roles.resize(1);
    map.shared[{steps::Slot::Memory, 0, 0, 32}] = {"v0", 32, true, false, {}};
    map.mixed.insert({steps::Slot::Memory, 1, 0, 64});
  }
  uint32_t variable(bool known) {  // made by the first instruction
    const model::LocalId x = b.pointer("x");
    b.alloca_(x, b.site("x", model::Site::Stack));
    map.objects[2] = {false, false, known, 4, {{0, 0}}, 0};
    if (known) map.shared[{steps::Slot::Alive, 2, 0, 0}] = {"v1", 32, true, false, {}};
    return x;
  }
  steps::Ways from(model::Pc pc = 0) {
    return steps::Walker(b.p, map, names).from({0, {0, pc, steps::Spot::Before}, {}});
  }
};

TEST(Walker, DoesOneVisibleThingAtATime) {
  Walk w;
  w.b.store(w.b.at(0), w.b.c(1));
  w.b.store(w.b.at(0), w.b.c(2));
  w.b.ret();
  steps::Ways first = w.from(0), second = w.from(1);
  ASSERT_EQ(first.ways.size(), 1u);
  EXPECT_EQ(first.ways[0].to, (steps::Spot{0, 1, steps::Spot::Before}));
  EXPECT_EQ(first.accesses.size(), 1u);
  ASSERT_EQ(second.ways.size(), 1u);
  EXPECT_EQ(second.ways[0].to.phase, steps::Spot::Ended);
  EXPECT_TRUE(first.faults.empty() && second.faults.empty());
}

TEST(Walker, DoesNotStopForItsOwnVariables) {
  Walk w;
  const model::LocalId x = w.variable(false);
  w.b.store(w.b.l(x), w.b.c(1));
  w.b.store(w.b.l(x), w.b.c(2));
  w.b.store(w.b.at(0), w.b.c(3));
  w.b.ret();
  steps::Ways ways = w.from();
  ASSERT_EQ(ways.ways.size(), 1u);
  EXPECT_EQ(ways.ways[0].to.phase, steps::Spot::Ended);
  EXPECT_EQ(ways.accesses.size(), 1u);
}

TEST(Walker, DoesNotLetOthersKnowAVariableThatIsSaidToBePrivate) {
  for (bool known : {false, true}) {
    Walk w;
    const model::LocalId x = w.variable(known);
    w.b.store(w.b.at(1), w.b.l(x));
    w.b.ret();
    steps::Ways ways = w.from();
    EXPECT_EQ(ways.ways.size(), known ? 1u : 0u);
    ASSERT_EQ(ways.faults.size(), known ? 0u : 1u);
    if (!known) EXPECT_EQ(ways.faults[0].kind, steps::Fault::NotUnderstood);
  }
}

TEST(Walker, DoesNotLetOthersKnowAVariableThatExistsTwice) {
  Walk w;
  const model::LocalId x = w.variable(true);
  w.b.store(w.b.at(1), w.b.l(x));
  w.b.jump(0);
  EXPECT_TRUE(w.from().ways.empty());
}

TEST(Walker, NeedsAPlaceInEveryLoop) {
  Walk w;
  w.b.jump(0);
  EXPECT_EQ(w.from().faults.size(), 1u);
  w.map.cuts.insert({{{0, 0}}, 0});
  EXPECT_EQ(w.from().ways.size(), 1u);
  EXPECT_TRUE(w.from().faults.empty());
}

TEST(Walker, TakesEachWordInOneWayOnly) {
  Walk w;
  const model::LocalId byte = w.b.local(8);
  w.b.store(w.b.at(0), w.b.c(1));
  w.b.load(byte, w.b.at(0));
  w.b.ret();
  steps::Walker walker(w.b.p, w.map, w.names);
  EXPECT_TRUE(walker.from({0, {0, 0, steps::Spot::Before}, {}}).faults.empty());
  EXPECT_EQ(walker.from({0, {0, 1, steps::Spot::Before}, {}}).faults.size(), 1u);
}

}  // namespace
}  // namespace heddle::judge
