// SPDX-License-Identifier: GPL-3.0-or-later
// Random loops over two bytes. All 65,536 beginnings are followed by brute force, which shares nothing with the engine:
// where one of them never ends, no proof may come out.
#include <gtest/gtest.h>

#include <random>

#include "engines/ranking/engine.h"
#include "program_builder.h"
#include "trace/ends_of_loops.h"

namespace heddle {
namespace {

using namespace model;
using base::Property;
using testing::ProgramBuilder;
using trace::Verdict;

Verdict termination(const Program& p) {
  options::Options o;
  o.properties = {Property::Termination};
  base::Budget budget({std::chrono::seconds(20), 0, 0});
  trace::Result r = ranking::run({analysis::Analyses(p), o, budget}, [](const analysis::Analyses&) {
    trace::Result defined;
    defined.engine = "other";
    defined.properties[Property::UnreachCall] = *trace::Complete::of(trace::Exhausted{1, 0, {}});
    return defined;
  });
  return r.properties.at(Property::Termination);
}

struct Term {  // op(left, right) of bytes; leaves: variable 0 or 1, or a constant
  ExprOp op = ExprOp::Const;
  int variable = -1;
  uint8_t constant = 0;
  std::vector<Term> operands;

  std::optional<uint8_t> value(uint8_t a, uint8_t b) const {
    if (variable >= 0) return variable ? b : a;
    if (operands.empty()) return constant;
    auto x = operands[0].value(a, b), y = operands[1].value(a, b);
    if (!x || !y) return std::nullopt;
    auto sx = static_cast<int8_t>(*x), sy = static_cast<int8_t>(*y);
    switch (op) {
      case ExprOp::Add: return static_cast<uint8_t>(*x + *y);
      case ExprOp::Sub: return static_cast<uint8_t>(*x - *y);
      case ExprOp::And: return static_cast<uint8_t>(*x & *y);
      case ExprOp::LShr: return *y < 8 ? std::optional(static_cast<uint8_t>(*x >> *y)) : std::nullopt;
      case ExprOp::UDiv: return *y ? std::optional(static_cast<uint8_t>(*x / *y)) : std::nullopt;
      case ExprOp::URem: return *y ? std::optional(static_cast<uint8_t>(*x % *y)) : std::nullopt;
      case ExprOp::SDiv:
        return *y && !(sx == -128 && sy == -1) ? std::optional(static_cast<uint8_t>(sx / sy)) : std::nullopt;
      case ExprOp::Ult: return *x < *y;
      case ExprOp::Ule: return *x <= *y;
      case ExprOp::Slt: return sx < sy;
      case ExprOp::Ne: return *x != *y;
      default: return std::nullopt;
    }
  }

  ExprId build(ProgramBuilder& p, LocalId a, LocalId b) const {
    if (variable >= 0) return p.l(variable ? b : a);
    if (operands.empty()) return p.c(constant, 8);
    bool comparison = op >= ExprOp::Eq && op <= ExprOp::Sle;
    return p.p.exprs.binary(op, comparison ? 1 : 8, operands[0].build(p, a, b), operands[1].build(p, a, b));
  }
};

class Loops {
 public:
  explicit Loops(unsigned seed) : random_(seed) {}

  Term leaf() {
    Term t;
    if (below(3))
      t.variable = static_cast<int>(below(2));
    else
      t.constant = std::vector<uint8_t>{0, 1, 2, 3, 255, 128}[below(6)];
    return t;
  }
  Term pair(std::vector<ExprOp> ops) {
    Term t;
    t.op = ops[below(static_cast<unsigned>(ops.size()))];
    t.operands = {leaf(), leaf()};
    return t;
  }
  Term condition() { return pair({ExprOp::Ult, ExprOp::Ule, ExprOp::Slt, ExprOp::Ne}); }
  Term update(int variable) {
    if (below(4) == 0) return leaf();
    Term t = pair(
        {ExprOp::Add, ExprOp::Sub, ExprOp::Sub, ExprOp::And, ExprOp::LShr, ExprOp::UDiv, ExprOp::URem, ExprOp::SDiv});
    t.operands[0] = {};
    t.operands[0].variable = variable;
    return t;
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

 private:
  std::mt19937 random_;
};

struct Program2 {  // while (condition) { if (choice) a, b = yes; else a, b = no; }
  Term condition, choice, yes[2], no[2];

  std::optional<std::pair<uint8_t, uint8_t>> next(uint8_t a, uint8_t b) const {
    auto go = condition.value(a, b);
    if (!go || !*go) return std::nullopt;
    auto way = choice.value(a, b);
    if (!way) return std::nullopt;
    const Term* updates = *way ? yes : no;
    auto x = updates[0].value(a, b), y = updates[1].value(a, b);
    if (!x || !y) return std::nullopt;
    return std::pair{*x, *y};
  }

  bool ends() const {
    std::vector<int> seen(65536, 0);  // 0 new, 1 on this way, 2 ends
    for (unsigned start = 0; start < 65536; ++start) {
      std::vector<unsigned> way;
      for (unsigned at = start; seen[at] != 2;) {
        if (seen[at] == 1) return false;
        seen[at] = 1;
        way.push_back(at);
        auto to = next(static_cast<uint8_t>(at >> 8), static_cast<uint8_t>(at & 255));
        if (!to) break;
        at = static_cast<unsigned>(to->first) << 8 | to->second;
      }
      for (unsigned at : way) seen[at] = 2;
    }
    return true;
  }

  Program build() const {
    ProgramBuilder p;
    p.procedure("main");
    LocalId a0 = p.local(8), b0 = p.local(8), a = p.local(8, "a"), b = p.local(8, "b");
    for (LocalId l : {a0, b0}) {
      Instr i;
      i.kind = InstrKind::Builtin;
      i.builtin = Builtin::Nondet;
      i.width = 8;
      i.dst = l;
      i.args = {p.c(0, 8), p.c(255, 8)};
      p.emit(i);
    }
    p.assign({{a, p.l(a0)}, {b, p.l(b0)}});
    p.branch(condition.build(p, a, b), 4, 9);
    p.branch(choice.build(p, a, b), 5, 7);
    p.assign({{a, yes[0].build(p, a, b)}, {b, yes[1].build(p, a, b)}});
    p.jump(3);
    p.assign({{a, no[0].build(p, a, b)}, {b, no[1].build(p, a, b)}});
    p.jump(3);
    p.ret();
    return std::move(p.p);
  }
};

TEST(Ranking, ProvesNoLoopThatBruteForceSeesGoOn) {
  unsigned endless = 0, ending = 0, proven = 0;
  unsigned count = std::getenv("HEDDLE_LOOPS") ? static_cast<unsigned>(std::atoi(std::getenv("HEDDLE_LOOPS"))) : 40;
  for (unsigned seed = 1; seed <= count; ++seed) {
    Loops r(seed);
    Program2 loop{r.condition(), r.condition(), {r.update(0), r.update(1)}, {r.update(0), r.update(1)}};
    bool ends = loop.ends();
    Verdict v = termination(loop.build());
    (ends ? ending : endless) += 1;
    proven += v == Verdict::True;
    EXPECT_TRUE(ends || v != Verdict::True) << "seed " << seed;
  }
  RecordProperty("endless", static_cast<int>(endless));
  RecordProperty("proven", static_cast<int>(proven));
  std::printf("%u loops end, %u of them proven; %u do not end\n", ending, proven, endless);
  EXPECT_GT(endless, count / 10);
  EXPECT_GT(proven, ending / 4);
}

TEST(Ranking, CountsThreadsThatStartThreads) {
  ProgramBuilder p;
  ObjectId handle = p.object("handle", 8);
  p.procedure("main");
  ProcId main = p.current;
  p.create(p.at(handle), p.fn(main), p.null());
  p.ret();
  EXPECT_EQ(termination(p.p), Verdict::Unknown);
}

TEST(Ranking, WantsEveryPartOfTheProof) {
  trace::Result defined, unsure, claimed;
  defined.engine = claimed.engine = "other";
  defined.properties[Property::UnreachCall] = *trace::Complete::of(trace::Exhausted{1, 0, {}});
  claimed.properties[Property::UnreachCall] = trace::Judgement::as_read(Verdict::True);
  unsure.properties[Property::UnreachCall] = Verdict::Unknown;
  EXPECT_TRUE(trace::by_ends_of_loops({{"a.c:1", "n"}}, defined));
  EXPECT_FALSE(trace::by_ends_of_loops({{"a.c:1", "n"}, {"a.c:2", ""}}, defined));
  EXPECT_FALSE(trace::by_ends_of_loops({{"a.c:1", "n"}}, unsure));
  EXPECT_FALSE(trace::by_ends_of_loops({{"a.c:1", "n"}}, claimed));
  EXPECT_FALSE(trace::by_ends_of_loops({}, trace::Result{}));
}

}  // namespace
}  // namespace heddle
