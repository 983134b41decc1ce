// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of invariants against plain arithmetic: whatever a machine computes from members of two sets is a member
// of the set that the analysis computes. Random sets of every width, all their members or many of them.
#include <gtest/gtest.h>

#include <random>

#include "engines/invariants/memory.h"
#include "engines/invariants/numbers.h"
#include "engines/invariants/threads.h"

namespace heddle::invariants {
namespace {

int64_t least(unsigned width) { return width == 1 ? 0 : width == 64 ? INT64_MIN : -(int64_t{1} << (width - 1)); }
int64_t most(unsigned width) { return width == 1 ? 1 : width == 64 ? INT64_MAX : (int64_t{1} << (width - 1)) - 1; }

// As a machine of this width keeps it.
int64_t wrapped(uint64_t bits, unsigned width) { return Numbers::of_bits(bits, width).lo; }

class Sets {
 public:
  explicit Sets(uint32_t seed) : random_(seed) {}

  int64_t any(unsigned width) {
    const uint64_t bits = random_();
    switch (random_() % 4) {
      case 0: return wrapped(bits, width);
      case 1: return wrapped(static_cast<uint64_t>(static_cast<int64_t>(bits % 33) - 16), width);
      case 2: return most(width) - static_cast<int64_t>(width == 1 ? 0 : bits % 3);
      default: return least(width) + static_cast<int64_t>(width == 1 ? 0 : bits % 3);
    }
  }
  Numbers set(unsigned width) {
    const int64_t lo = any(width);
    const uint64_t stride = width == 1 ? 1 : 1 + random_() % 12;
    const uint64_t room = (static_cast<uint64_t>(most(width)) - static_cast<uint64_t>(lo)) / stride;
    const uint64_t steps = room == 0 ? 0 : random_() % std::min<uint64_t>(room, 20) + (random_() % 3 == 0 ? 0 : 1);
    const uint64_t few = std::min(steps, room);
    if (few == 0) return Numbers::constant(lo);
    return {lo, lo + static_cast<int64_t>(few * stride), stride};
  }
  int64_t member(const Numbers& n) {
    if (n.single()) return n.lo;
    const uint64_t steps = (static_cast<uint64_t>(n.hi) - static_cast<uint64_t>(n.lo)) / n.stride;
    return static_cast<int64_t>(static_cast<uint64_t>(n.lo) + (random_() % (steps + 1)) * n.stride);
  }
  uint64_t operator()() { return random_(); }

 private:
  std::mt19937_64 random_;
};

constexpr unsigned kWidths[] = {1, 8, 16, 32, 64};

TEST(Numbers, ContainWhatAMachineComputes) {
  Sets sets(1);
  for (int round = 0; round < 20000; ++round) {
    const unsigned width = kWidths[sets() % 5];
    const Numbers a = sets.set(width), b = sets.set(width);
    const Numbers sum = add(a, b, width), difference = sub(a, b, width), product = mul(a, b, width);
    const Numbers either = join(a, b), grown = widen(a, b, width);
    for (int k = 0; k < 8; ++k) {
      const int64_t x = sets.member(a), y = sets.member(b);
      const auto u = static_cast<uint64_t>(x), v = static_cast<uint64_t>(y);
      ASSERT_TRUE(a.has(x) && b.has(y));
      ASSERT_TRUE(sum.has(wrapped(u + v, width))) << x << " + " << y << " in width " << width;
      ASSERT_TRUE(difference.has(wrapped(u - v, width))) << x << " - " << y << " in width " << width;
      ASSERT_TRUE(product.has(wrapped(u * v, width))) << x << " * " << y << " in width " << width;
      ASSERT_TRUE(either.has(x) && either.has(y));
      ASSERT_TRUE(grown.has(x) && grown.has(y)) << x << ", " << y << " in width " << width;
      for (unsigned to : kWidths) {
        if (to < width) {
          ASSERT_TRUE(truncate(a, to).has(wrapped(u, to))) << x << " from width " << width << " to " << to;
        }
        if (to > width) {
          const uint64_t bits = width == 64 ? u : u & ((uint64_t{1} << width) - 1);
          ASSERT_TRUE(zero_extend(a, width).has(wrapped(bits, to == width ? width : 64))) << x << " from " << width;
          ASSERT_TRUE(sign_extend(a, width).has(width == 1 ? -x : x));
        }
      }
      const int64_t lo = sets.any(width), hi = sets.any(width);
      const std::optional<Numbers> part = meet(a, lo, hi);
      ASSERT_EQ(part && part->has(x), lo <= x && x <= hi) << x << " in " << lo << " ... " << hi;
    }
  }
}

TEST(Numbers, KnowWhichBlocksOverlap) {
  Sets sets(2);
  for (int round = 0; round < 20000; ++round) {
    const Numbers a = sets.set(8), b = sets.set(8);
    const uint64_t m = 1 + sets() % 8, n = 1 + sets() % 8;
    bool overlap = false, only_at_start = true;
    for (int64_t x = a.lo; x <= a.hi; x += static_cast<int64_t>(a.single() ? 1 : a.stride))
      for (int64_t y = b.lo; y <= b.hi; y += static_cast<int64_t>(b.single() ? 1 : b.stride))
        if (x < y + static_cast<int64_t>(n) && y < x + static_cast<int64_t>(m)) overlap = true, only_at_start &= x == y;
    ASSERT_TRUE(!overlap || may_overlap(a, m, b, n));
    ASSERT_TRUE(only_at_start || !overlap_only_at_start(a, m, b, n));
  }
}

TEST(Numbers, FieldsOfStructsInAnArrayAreApart) {
  // a[i].x at 12 i, a[j].y at 12 j + 4
  const Numbers index = Numbers::between(0, 99), x = mul(index, Numbers::constant(12), 64);
  const Numbers y = add(x, Numbers::constant(4), 64);
  EXPECT_FALSE(may_overlap(x, 4, y, 4));
  EXPECT_TRUE(may_overlap(x, 4, x, 4));
  EXPECT_TRUE(overlap_only_at_start(x, 4, x, 4));
  EXPECT_FALSE(overlap_only_at_start(x, 16, x, 4));
}

TEST(Content, KeepsEveryValueThatMayBeThere) {
  Content c;
  const Value one = Value::of(Numbers::constant(1)), two = Value::of(Numbers::constant(2));
  c.set(0, 4, one);
  EXPECT_EQ(c.read(Numbers::constant(0), 4, two), one) << "what it began with is gone";
  EXPECT_TRUE(c.add(Numbers::constant(8), 4, two));
  EXPECT_FALSE(c.add(Numbers::constant(8), 4, two));
  const Value began = Value::of(Numbers::constant(7));
  EXPECT_TRUE(c.read(Numbers::constant(8), 4, began).number->has(7)) << "it may still be there";
  EXPECT_TRUE(c.read(Numbers::constant(8), 4, began).number->has(2));
  EXPECT_TRUE(c.read(Numbers::constant(2), 4, began).any) << "half of one word";
  EXPECT_TRUE(c.add({0, 400, 4}, 4, began));
  EXPECT_TRUE(c.read(Numbers::constant(0), 4, two).number->has(7)) << "written somewhere";
  Content other;
  c.join(other);
  EXPECT_TRUE(c.read(Numbers::constant(0), 4, two).number->has(2)) << "the other one had not written it";
}

TEST(ThreadTable, OrdersByStartsAndEnds) {
  ThreadTable t(0);
  const ThreadId a = t.next(0, 5, {}), b = t.next(0, 5, {a});
  EXPECT_NE(a, b);
  EXPECT_FALSE(t.parallel(0, {}, {}, a, {}, {})) << "not started yet";
  EXPECT_TRUE(t.parallel(0, {a}, {}, a, {}, {}));
  EXPECT_FALSE(t.parallel(0, {a}, {a}, a, {}, {})) << "over";
  EXPECT_TRUE(t.parallel(a, {}, {}, b, {}, {}));
  EXPECT_FALSE(t.parallel(a, {}, {}, b, {}, {a})) << "b began when a was over";
  EXPECT_FALSE(t.parallel(a, {}, {}, a, {}, {}));
  Threads all;
  ThreadId last = 0;
  for (int k = 0; k < 20; ++k) all.insert(last = t.next(0, 6, all));
  EXPECT_TRUE(t.parallel(last, {}, {}, last, {}, {})) << "stands for many";
  const ThreadId child = t.next(last, 7, {});
  EXPECT_TRUE(t.parallel(child, {}, {}, child, {}, {})) << "and so do those it starts";
}

TEST(ThreadTable, AThreadThatStartsItsOwnKindStandsForMany) {
  ThreadTable t(0);
  ThreadId last = t.next(0, 5, {});
  for (int k = 0; k < 10; ++k) last = t.next(last, 5, {});
  EXPECT_LT(t.size(), 6u);
  EXPECT_TRUE(t.parallel(last, {}, {}, last, {}, {}));
}

}  // namespace
}  // namespace heddle::invariants
