// SPDX-License-Identifier: GPL-3.0-or-later
// Pithikos/C-Thread-Pool: THREADS workers, JOBS jobs, wait, and destroy unless KEEP is defined.
#include <assert.h>
#include <stddef.h>

#include "thpool.h"

static int done;
static void job(void *unused) { __sync_fetch_and_add(&done, 1); }

int main(void) {
  threadpool pool = thpool_init(THREADS);
  for (int i = 0; i < JOBS; i++) thpool_add_work(pool, job, NULL);
  thpool_wait(pool);
  assert(done == JOBS);
#ifndef KEEP
  thpool_destroy(pool);
#endif
  return 0;
}
