// SPDX-License-Identifier: GPL-3.0-or-later
// The enumerator with its reduction says the same as without it, of fewer states; and it still finds what is wrong. A
// great many programs are compared by heddle-fuzz --engines judge.
#include "judge/enumerator/lone_steps.h"

#include <gtest/gtest.h>

#include "enumerator_programs.h"

namespace heddle::oracle {
namespace {

Report reduced(const Program& p) {
  Limits limits;
  limits.termination = false;
  limits.reduce = true;
  return enumerate(p, limits);
}

// With the reduction, after a look at what the plain enumerator says.
Report both(const Program& p) {
  Report plain = enumerate(p), less = reduced(p);
  EXPECT_TRUE(plain.complete && less.complete);
  EXPECT_EQ(plain.unreach_call, less.unreach_call);
  EXPECT_EQ(plain.no_data_race, less.no_data_race);
  EXPECT_EQ(plain.no_deadlock, less.no_deadlock);
  EXPECT_EQ(plain.valid_memsafety, less.valid_memsafety);
  EXPECT_LE(less.states, plain.states);
  return less;
}

struct Counters {
  Builder b;
  ObjectId lock = b.global(40), count = b.global(4), other = b.global(40);

  void locked_increment(ObjectId l) {
    b.on(Builtin::MutexLock, l);
    b.increment(count);
    b.on(Builtin::MutexUnlock, l);
  }
  Program three_times(uint64_t sum, ObjectId lock_of_second) {
    auto body = [&](int i) {
      for (int n = 0; n < 3; ++n) locked_increment(i == 1 ? lock : lock_of_second);
    };
    return two_threads(b, body, [&] { b.check(b.equals(b.load(b.address(count)), sum)); });
  }
};

TEST(LoneSteps, a_section_under_a_lock_is_not_interleaved) {
  Counters c;
  Program p = c.three_times(6, c.lock);
  Report less = both(p);
  EXPECT_EQ(less.unreach_call, T);
  EXPECT_EQ(less.no_data_race, T);
  EXPECT_EQ(less.no_deadlock, T);
  EXPECT_LT(4 * less.states, enumerate(p).states);
}

TEST(LoneSteps, a_wrong_sum_is_found) {
  Counters c;
  EXPECT_EQ(both(c.three_times(5, c.lock)).unreach_call, F);
}

TEST(LoneSteps, another_lock_does_not_keep_threads_apart) {
  Counters c;
  Report less = both(c.three_times(6, c.other));
  EXPECT_EQ(less.unreach_call, F);
  EXPECT_EQ(less.no_data_race, F);
}

TEST(LoneSteps, a_lock_that_was_let_go_too_early_is_noticed) {
  Builder b;
  ObjectId lock = b.global(40), count = b.global(4);
  auto body = [&](int i) {
    b.on(Builtin::MutexLock, lock);
    if (i == 1) b.on(Builtin::MutexUnlock, lock);
    b.increment(count);
    if (i == 0) b.on(Builtin::MutexUnlock, lock);
  };
  EXPECT_EQ(both(two_threads(b, body, nothing)).no_data_race, F);
}

TEST(LoneSteps, two_locks_in_two_orders_deadlock) {
  Builder b;
  ObjectId first = b.global(40), second = b.global(40);
  auto body = [&](int i) {
    b.on(Builtin::MutexLock, i == 1 ? first : second);
    b.on(Builtin::MutexLock, i == 1 ? second : first);
    b.on(Builtin::MutexUnlock, first);
    b.on(Builtin::MutexUnlock, second);
  };
  EXPECT_EQ(both(two_threads(b, body, nothing)).no_deadlock, F);
}

// An attempt does not wait: what the holder of the lock does is to be seen by it at any moment.
TEST(LoneSteps, an_attempt_to_lock_looks_at_the_lock_at_any_time) {
  Builder b;
  ObjectId lock = b.global(40), seen = b.global(4), count = b.global(4);
  auto body = [&](int i) {
    if (i == 1) {
      b.on(Builtin::MutexLock, lock);
      b.increment(count);
      b.on(Builtin::MutexUnlock, lock);
    } else {
      b.store(b.address(seen), b.value(b.on(Builtin::MutexTryLock, lock)));
    }
  };
  auto not_busy = [&] { b.check(b.equals(b.load(b.address(seen)), 0)); };
  EXPECT_EQ(both(two_threads(b, body, not_busy)).unreach_call, F);
}

// Whoever makes the lock anew lets everybody in.
TEST(LoneSteps, a_lock_that_somebody_makes_anew_keeps_nobody_out) {
  Builder b;
  ObjectId lock = b.global(40), count = b.global(4);
  auto body = [&](int i) {
    if (i == 0) b.builtin(Builtin::MutexInit, {b.address(lock), b.number(0)});
    b.on(Builtin::MutexLock, lock);
    b.increment(count);
  };
  EXPECT_EQ(both(two_threads(b, body, nothing)).no_data_race, F);
}

TEST(LoneSteps, an_object_reached_through_a_pointer_is_shared) {
  Builder b;
  ObjectId cell = b.global(4), pointer = b.global(8);
  auto body = [&](int i) {
    if (i == 1) {
      b.store(b.address(cell), b.number(1));
      return;
    }
    LocalId to = b.local(64);
    Instr& load = b.add(InstrKind::Load);
    load.a = b.address(pointer), load.width = 64, load.dst = to;
    b.store(b.value(to), b.number(2));
  };
  Program p = two_threads(b, body, nothing);
  p.objects[pointer].relocations.push_back({0, false, cell, 0});
  EXPECT_EQ(both(p).no_data_race, F);
}

TEST(LoneSteps, what_main_reads_after_the_joins_does_not_keep_threads_from_going_on) {
  Builder b;
  ObjectId x = b.global(4), y = b.global(4);
  auto body = [&](int i) {
    for (int n = 0; n < 5; ++n) b.increment(i == 1 ? x : y);
  };
  Program p = two_threads(b, body, [&] {
    b.check(b.equals(b.load(b.address(x)), 5));
    b.check(b.equals(b.load(b.address(y)), 5));
  });
  Report less = both(p);
  EXPECT_EQ(less.no_data_race, T);
  EXPECT_LE(less.states, 3u);
}

// Which of the two joins comes second is undefined behaviour; what the thread does behind the first one is seen.
TEST(LoneSteps, two_threads_may_join_the_same_one) {
  Builder b;
  auto body = [&](int i) {
    if (i == 0) return;
    b.join(2);
    b.builtin(Builtin::Error);
  };
  Report less = both(two_threads(b, body, nothing));
  EXPECT_EQ(less.unreach_call, F);
  EXPECT_EQ(less.valid_memsafety, F);
}

TEST(LoneSteps, a_local_that_is_never_read_again_makes_no_difference) {
  Builder b;
  ObjectId x = b.global(4);
  auto body = [&](int i) {
    if (i == 1) return b.store(b.address(x), b.number(1), true);
    b.load(b.address(x), true);
    b.store(b.address(x), b.number(1), true);
  };
  Program p = two_threads(b, body, nothing);
  Limits limits;
  limits.reduce = true;  // and termination is asked for: every interleaving is tried
  Report less = enumerate(p, limits), plain = enumerate(p);
  EXPECT_EQ(less.termination_strong, plain.termination_strong);
  EXPECT_LT(less.states, plain.states);
}

}  // namespace
}  // namespace heddle::oracle
