// SPDX-License-Identifier: GPL-3.0-or-later
// The one description of operators and updates means the same in both domains that compute: numbers of the machine and
// bit-vectors; expected values are native arithmetic on __int128. Lock operations are compared with rows written down
// from POSIX.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "meaning/operators.h"
#include "meaning/updates.h"
#include "semantics/numbers.h"
#include "symbolic/bits/domain.h"

namespace heddle {
namespace {

using meaning::Ending;
using model::ExprOp;
using model::RmwOp;
using semantics::Numbers;
using Wide = __int128;

struct Operands {
  unsigned width;
  uint64_t a, b;
};

std::vector<Operands> operands() {
  std::mt19937_64 random(7);
  std::vector<Operands> all;
  for (unsigned w : {1u, 8u, 16u, 32u, 64u}) {
    const uint64_t m = semantics::mask(w);
    const std::vector<uint64_t> edges{0, 1 & m, 2 & m, m, m >> 1, (m >> 1) + 1, w & m, (w - 1) & m};
    for (uint64_t a : edges)
      for (uint64_t b : edges) all.push_back({w, a & m, b & m});
    for (int k = 0; k < 200; ++k) all.push_back({w, random() & m, (k % 2 ? random() % 70 : random()) & m});
  }
  return all;
}

Wide value(uint64_t v, unsigned w, bool is_signed) {
  return is_signed && (v >> (w - 1) & 1) ? static_cast<Wide>(v) - (static_cast<Wide>(1) << w) : static_cast<Wide>(v);
}

// Nothing: the operator is undefined for these operands.
std::optional<uint64_t> native(ExprOp op, const Operands& o) {
  const Wide a = value(o.a, o.width, false), b = value(o.b, o.width, false);
  const Wide sa = value(o.a, o.width, true), sb = value(o.b, o.width, true);
  const Wide most = (static_cast<Wide>(1) << (o.width - 1)) - 1;
  Wide r = 0;
  switch (op) {
    case ExprOp::Add: r = a + b; break;
    case ExprOp::Sub: r = a - b; break;
    case ExprOp::Mul:
      r = static_cast<Wide>(static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b));
      break;
    case ExprOp::UDiv:
    case ExprOp::URem:
      if (b == 0) return std::nullopt;
      r = op == ExprOp::UDiv ? a / b : a % b;
      break;
    case ExprOp::SDiv:
    case ExprOp::SRem:
      if (sb == 0 || sa / sb > most) return std::nullopt;
      r = op == ExprOp::SDiv ? sa / sb : sa % sb;
      break;
    case ExprOp::Shl:
      if (b >= o.width) return std::nullopt;
      r = static_cast<Wide>(static_cast<unsigned __int128>(a) << static_cast<unsigned>(b));
      break;
    case ExprOp::LShr:
      if (b >= o.width) return std::nullopt;
      r = a >> static_cast<unsigned>(b);
      break;
    case ExprOp::AShr:
      if (b >= o.width) return std::nullopt;
      r = sa >> static_cast<unsigned>(b);
      break;
    case ExprOp::And: r = a & b; break;
    case ExprOp::Or: r = a | b; break;
    case ExprOp::Xor: r = a ^ b; break;
    case ExprOp::Eq: return a == b;
    case ExprOp::Ne: return a != b;
    case ExprOp::Ult: return a < b;
    case ExprOp::Ule: return a <= b;
    case ExprOp::Slt: return sa < sb;
    case ExprOp::Sle: return sa <= sb;
    default: ADD_FAILURE() << model::text(op);
  }
  return static_cast<uint64_t>(r) & semantics::mask(o.width);
}

struct Formula {
  smt::OrderSolver solver;
  smt::Circuit circuit{solver};
  symbolic::Domain bits{circuit};
  smt::Bits constant(uint64_t v, unsigned w) { return smt::Circuit::constant(v, w); }
};

TEST(Meaning, OperatorsAreNativeArithmeticInBothDomains) {
  Formula f;
  for (ExprOp op : {ExprOp::Add, ExprOp::Sub, ExprOp::Mul, ExprOp::UDiv, ExprOp::SDiv, ExprOp::URem, ExprOp::SRem,
                    ExprOp::Shl, ExprOp::LShr, ExprOp::AShr, ExprOp::And, ExprOp::Or, ExprOp::Xor, ExprOp::Eq,
                    ExprOp::Ne, ExprOp::Ult, ExprOp::Ule, ExprOp::Slt, ExprOp::Sle})
    for (const Operands& o : operands()) {
      const std::optional<uint64_t> expected = native(op, o);
      Numbers numbers{o.width};
      bool undefined = false;
      meaning::check(numbers, op, o.a, o.b, [&](bool when, meaning::NoResult) { undefined |= when; });
      const smt::Bits a = f.constant(o.a, o.width), b = f.constant(o.b, o.width);
      smt::Lit flagged = smt::kFalse;
      meaning::check(f.bits, op, a, b,
                     [&](smt::Lit when, meaning::NoResult) { flagged = f.circuit.or_(flagged, when); });
      ASSERT_EQ(undefined, !expected) << model::text(op) << " " << o.width << ": " << o.a << ", " << o.b;
      ASSERT_EQ(flagged, expected ? smt::kFalse : smt::kTrue) << model::text(op) << " " << o.a << ", " << o.b;
      if (!expected) continue;
      ASSERT_EQ(meaning::apply(numbers, op, o.a, o.b), *expected)
          << model::text(op) << " " << o.width << ": " << o.a << ", " << o.b;
      const smt::Bits r = meaning::apply(f.bits, op, a, b);
      ASSERT_TRUE(smt::Circuit::is_constant(r));
      ASSERT_EQ(smt::Circuit::constant_value(r), *expected)
          << model::text(op) << " " << o.width << ": " << o.a << ", " << o.b;
    }
}

TEST(Meaning, UpdatesAreNativeArithmeticInBothDomains) {
  Formula f;
  for (const Operands& o : operands()) {
    const int64_t sa = semantics::sign_extend(o.a, o.width), sb = semantics::sign_extend(o.b, o.width);
    const uint64_t m = semantics::mask(o.width);
    const std::pair<RmwOp, uint64_t> rows[] = {{RmwOp::Xchg, o.b},
                                               {RmwOp::Add, (o.a + o.b) & m},
                                               {RmwOp::Sub, (o.a - o.b) & m},
                                               {RmwOp::And, o.a & o.b},
                                               {RmwOp::Or, o.a | o.b},
                                               {RmwOp::Xor, o.a ^ o.b},
                                               {RmwOp::Nand, ~(o.a & o.b) & m},
                                               {RmwOp::Max, sa > sb ? o.a : o.b},
                                               {RmwOp::Min, sa < sb ? o.a : o.b},
                                               {RmwOp::UMax, std::max(o.a, o.b)},
                                               {RmwOp::UMin, std::min(o.a, o.b)}};
    Numbers numbers{o.width};
    for (const auto& [op, expected] : rows) {
      ASSERT_EQ(meaning::updated(numbers, op, o.a, o.b), expected) << static_cast<int>(op);
      const smt::Bits r = meaning::updated(f.bits, op, f.constant(o.a, o.width), f.constant(o.b, o.width));
      ASSERT_EQ(smt::Circuit::constant_value(r), expected) << static_cast<int>(op);
    }
  }
}

using Lock = meaning::LockState<Numbers>;
constexpr uint64_t kMe = 3, kOther = 5;
Numbers words{32};

struct LockRow {
  uint64_t owner, again, kind;
  int failure;
  Ending::End end;
  int result;
  uint64_t owner_after, again_after;
};

TEST(Meaning, LockingAMutex) {
  using namespace model;
  const LockRow rows[] = {
      // Free: whatever the kind, whoever asks in whatever way gets the mutex.
      {0, 0, kNormalMutex, 0, Ending::Done, 0, kMe, 0},
      {0, 0, kRecursiveMutex, kBusy, Ending::Done, 0, kMe, 0},
      {0, 0, kErrorCheckMutex, kTimedOut, Ending::Done, 0, kMe, 0},
      // Somebody else has the mutex.
      {kOther, 0, kNormalMutex, 0, Ending::Waits, 0, kOther, 0},
      {kOther, 2, kRecursiveMutex, 0, Ending::Waits, 0, kOther, 2},
      {kOther, 0, kErrorCheckMutex, 0, Ending::Waits, 0, kOther, 0},
      {kOther, 0, kNormalMutex, kBusy, Ending::Done, kBusy, kOther, 0},
      {kOther, 0, kErrorCheckMutex, kTimedOut, Ending::Done, kTimedOut, kOther, 0},
      // The thread has the mutex already.
      {kMe, 0, kNormalMutex, 0, Ending::Waits, 0, kMe, 0},
      {kMe, 0, kNormalMutex, kBusy, Ending::Done, kBusy, kMe, 0},
      {kMe, 0, kNormalMutex, kTimedOut, Ending::Done, kTimedOut, kMe, 0},
      {kMe, 0, kRecursiveMutex, 0, Ending::Done, 0, kMe, 1},
      {kMe, 4, kRecursiveMutex, kBusy, Ending::Done, 0, kMe, 5},
      {kMe, 0, kErrorCheckMutex, 0, Ending::Done, kWouldDeadlock, kMe, 0},
      {kMe, 0, kErrorCheckMutex, kBusy, Ending::Done, kBusy, kMe, 0},
      {kMe, 0, kErrorCheckMutex, kTimedOut, Ending::Done, kWouldDeadlock, kMe, 0},
  };
  for (const LockRow& r : rows) {
    semantics::FirstCase<Lock> now;
    meaning::lock(words, Lock{r.owner, r.again}, r.kind, kMe, r.failure, now);
    ASSERT_TRUE(now.decided);
    EXPECT_EQ(now.outcome.end, r.end) << r.owner << " " << r.kind << " " << r.failure;
    EXPECT_EQ(now.outcome.result, r.result) << r.owner << " " << r.kind << " " << r.failure;
    EXPECT_EQ(now.outcome.after.owner, r.owner_after) << r.owner << " " << r.kind << " " << r.failure;
    EXPECT_EQ(now.outcome.after.again, r.again_after) << r.owner << " " << r.kind << " " << r.failure;
  }
}

TEST(Meaning, UnlockingAMutex) {
  using namespace model;
  const LockRow rows[] = {
      {kMe, 0, kNormalMutex, 0, Ending::Done, 0, 0, 0},
      {kMe, 2, kRecursiveMutex, 0, Ending::Done, 0, kMe, 1},
      {kMe, 0, kErrorCheckMutex, 0, Ending::Done, 0, 0, 0},
      {0, 0, kNormalMutex, 0, Ending::Undefined, 0, 0, 0},
      {kOther, 0, kNormalMutex, 0, Ending::Undefined, 0, kOther, 0},
      {0, 0, kRecursiveMutex, 0, Ending::Done, kNotPermitted, 0, 0},
      {kOther, 1, kRecursiveMutex, 0, Ending::Done, kNotPermitted, kOther, 1},
      {kOther, 0, kErrorCheckMutex, 0, Ending::Done, kNotPermitted, kOther, 0},
  };
  for (const LockRow& r : rows) {
    semantics::FirstCase<Lock> now;
    meaning::unlock_mutex(words, Lock{r.owner, r.again}, r.kind, kMe, now);
    EXPECT_EQ(now.outcome.end, r.end) << r.owner << " " << r.kind;
    EXPECT_EQ(now.outcome.result, r.result) << r.owner << " " << r.kind;
    EXPECT_EQ(now.outcome.after.owner, r.owner_after) << r.owner << " " << r.kind;
    EXPECT_EQ(now.outcome.after.again, r.again_after) << r.owner << " " << r.kind;
  }
}

TEST(Meaning, ReadWriteLocks) {
  using Rw = meaning::RwState<Numbers>;
  struct Row {
    uint64_t writer, readers;
    bool write;
    int failure;
    Ending::End end;
    int result;
    uint64_t writer_after, readers_after;
  };
  const Row rows[] = {
      {0, 0, false, 0, Ending::Done, 0, 0, 1},
      {0, 2, false, model::kBusy, Ending::Done, 0, 0, 3},
      {0, 0, true, 0, Ending::Done, 0, kMe, 0},
      {0, 1, true, 0, Ending::Waits, 0, 0, 1},
      {0, 1, true, model::kBusy, Ending::Done, model::kBusy, 0, 1},
      {kOther, 0, false, 0, Ending::Waits, 0, kOther, 0},
      {kOther, 0, false, model::kTimedOut, Ending::Done, model::kTimedOut, kOther, 0},
      {kMe, 0, false, 0, Ending::Done, model::kWouldDeadlock, kMe, 0},
      {kMe, 0, true, 0, Ending::Done, model::kWouldDeadlock, kMe, 0},
      {kMe, 0, true, model::kBusy, Ending::Done, model::kBusy, kMe, 0},
  };
  for (const Row& r : rows) {
    semantics::FirstCase<Rw> now;
    meaning::rw_lock(words, Rw{r.writer, r.readers}, kMe, r.write, r.failure, now);
    EXPECT_EQ(now.outcome.end, r.end) << r.writer << " " << r.readers << " " << r.write << " " << r.failure;
    EXPECT_EQ(now.outcome.result, r.result) << r.writer << " " << r.readers << " " << r.write << " " << r.failure;
    EXPECT_EQ(now.outcome.after.writer, r.writer_after);
    EXPECT_EQ(now.outcome.after.readers, r.readers_after);
  }
  semantics::FirstCase<Rw> of_writer, of_reader, of_nobody;
  meaning::rw_unlock(words, Rw{kMe, 0}, kMe, false, of_writer);
  meaning::rw_unlock(words, Rw{0, 2}, kMe, true, of_reader);
  meaning::rw_unlock(words, Rw{0, 2}, kMe, false, of_nobody);
  EXPECT_EQ(of_writer.outcome.after.writer, 0u);
  EXPECT_EQ(of_reader.outcome.after.readers, 1u);
  EXPECT_EQ(of_nobody.outcome.end, Ending::Undefined);
}

TEST(Meaning, SemaphoresAndBarriers) {
  auto taken = [](uint64_t value, int failure) {
    semantics::FirstCase<uint64_t> now;
    meaning::take(words, value, failure, now);
    return now.outcome;
  };
  EXPECT_EQ(taken(2, 0).after, 1u);
  EXPECT_EQ(taken(0, 0).end, Ending::Waits);
  EXPECT_EQ(taken(0, model::kSemaphoreFails).result, -1);
  semantics::FirstCase<uint64_t> full;
  meaning::post(words, uint64_t{0x7fffffff}, full);
  EXPECT_EQ(full.outcome.result, -1);
  using Barrier = meaning::BarrierState<Numbers>;
  auto arrives = [](uint64_t needed, uint64_t arrived) {
    semantics::FirstCase<Barrier> now;
    meaning::arrive(words, Barrier{needed, arrived}, now);
    return now.outcome;
  };
  EXPECT_EQ(arrives(0, 0).end, Ending::Undefined);
  EXPECT_EQ(arrives(3, 1).end, Ending::Waits);
  EXPECT_EQ(arrives(3, 1).after.arrived, 2u);
  EXPECT_EQ(arrives(3, 2).end, Ending::Done);
  EXPECT_EQ(arrives(3, 2).after.arrived, 0u);
  EXPECT_EQ(arrives(1, 0).end, Ending::Done);
}

// Every builtin has a line of its own in the table, and what the traits say agrees with what the operation is.
TEST(Meaning, TraitsOfBuiltinsAgree) {
  using namespace model;
  std::set<std::string> names;
  for (unsigned k = 0; k <= static_cast<unsigned>(Builtin::SemGetValue); ++k) {
    const Builtin b = static_cast<Builtin>(k);
    EXPECT_TRUE(names.insert(name(b)).second) << name(b);
    EXPECT_FALSE(is_silent(b) && may_block(b)) << name(b);
    EXPECT_FALSE(never_continues(b) && may_block(b)) << name(b);
    if (is_plain_write(b)) EXPECT_NE(synchronises(b), Synchronises::None) << name(b);
    if (waits_cancellably(b)) EXPECT_TRUE(may_block(b)) << name(b);
    EXPECT_EQ(failure_code(b) != 0, may_give_up(b)) << name(b);
  }
  EXPECT_EQ(failure_code(Builtin::MutexTryLock), 16);
  EXPECT_EQ(failure_code(Builtin::RwTimedReadLock), 110);
  EXPECT_EQ(failure_code(Builtin::SemTryWait), -1);
  EXPECT_EQ(failure_code(Builtin::MutexLock), 0);
}

}  // namespace
}  // namespace heddle
