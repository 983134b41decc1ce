/* SPDX-License-Identifier: Apache-2.0 */
/* Whose turn it is. One number counts the orders that are done; the thread that has the next order goes on. A thread
 * that waits for its turn spins for a moment and then sleeps on a word of its own. A thread that ends its turn finds
 * the next thread in the table of owners and wakes it if it sleeps: a hand-over between running threads costs no system
 * call.
 *
 * Why no wake-up is lost: the sleeper sets `sleeping` and then looks at the cursor, the waker moves the cursor and then
 * looks at `sleeping`, all sequentially consistent; so one of them sees the other. */
#include "internal.h"

uint32_t heddle_rt_cursor __attribute__((aligned(128)));

enum { SPINS = 200 };

static bool is_due(uint32_t order) { return HEDDLE_RT_LOAD(heddle_rt_cursor) >= order; }

void heddle_rt_await(struct heddle_rt_thread* t, uint32_t order) {
  if (is_due(order)) return;
  uint32_t before = t->status->state;
  heddle_rt_state(t, HEDDLE_WAITING);
  ++t->waits;
  for (int i = 0; i < SPINS && !is_due(order); ++i) heddle_rt_pause();
  while (!is_due(order)) {
    HEDDLE_RT_STORE(t->sleeping, 1);
    if (!is_due(order)) heddle_rt_futex_wait(&t->sleeping, 1, NULL);
    HEDDLE_RT_STORE(t->sleeping, 0);
  }
  heddle_rt_state(t, before);
}

static void wake(struct heddle_rt_thread* t) {
  if (!HEDDLE_RT_LOAD(t->sleeping)) return;
  HEDDLE_RT_STORE(t->sleeping, 0);
  heddle_rt_futex_wake(&t->sleeping, 1);
}

/* Called by the thread that has the turn, and so by one thread at a time. */
void heddle_rt_advance(void) {
  uint32_t now = heddle_rt_cursor + 1;
  HEDDLE_RT_STORE(heddle_rt_cursor, now);
  HEDDLE_RT_NOTE(heddle_rt_status->orders_done, now); /* the process may be gone the next moment */
  if (now < heddle_rt_schedule->orders) {
    struct heddle_rt_thread* next = &heddle_rt_threads[heddle_rt_owners[now]];
    wake(next);
    heddle_rt_interrupt(next);
  } else {
    for (uint32_t i = 0; i < heddle_rt_schedule->threads; ++i) wake(&heddle_rt_threads[i]);
  }
}
