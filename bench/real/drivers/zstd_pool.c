// SPDX-License-Identifier: GPL-3.0-or-later
// facebook/zstd lib/common/pool.c: THREADS workers, JOBS jobs, a queue of one place.
#include <assert.h>
#include <stddef.h>

#include "pool.h"

static int done;
static void job(void *unused) { __sync_fetch_and_add(&done, 1); }

int main(void) {
  POOL_ctx *pool = POOL_create(THREADS, 1);
  for (int i = 0; i < JOBS; i++) POOL_add(pool, job, NULL);
  POOL_joinJobs(pool);
  assert(done == JOBS);
  POOL_free(pool);
  return 0;
}
