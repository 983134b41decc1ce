// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs tpool: THREADS workers, JOBS futures.
#define main their_main
#include "tpool.c"
#undef main
#include <assert.h>

static void *job(void *argument) { return argument; }

int main(void) {
  static int values[JOBS];
  tpool_t pool = tpool_create(THREADS);
  tpool_future_t futures[JOBS];
  for (int i = 0; i < JOBS; i++) futures[i] = tpool_apply(pool, job, &values[i]);
  for (int i = 0; i < JOBS; i++) {
    void *result = tpool_future_get(futures[i], 0);
    assert(result == &values[i]);
    tpool_future_destroy(futures[i]);
  }
  tpool_join(pool);
  return 0;
}
