// SPDX-License-Identifier: GPL-3.0-or-later
// mbrossard/threadpool: THREADS workers, JOBS jobs, graceful end.
#include <assert.h>
#include <stddef.h>

#include "threadpool.h"

static int done;
static void job(void *unused) { __sync_fetch_and_add(&done, 1); }

int main(void) {
  threadpool_t *pool = threadpool_create(THREADS, JOBS, 0);
  int added = 0;
  for (int i = 0; i < JOBS; i++) added += threadpool_add(pool, job, NULL, 0) == 0;
  assert(added == JOBS);
  assert(threadpool_destroy(pool, threadpool_graceful) == 0);
  assert(done == JOBS);
  return 0;
}
