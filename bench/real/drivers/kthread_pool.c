// SPDX-License-Identifier: GPL-3.0-or-later
// attractivechaos/klib kthread.c: a pool for several rounds of kt_forpool.
#include <assert.h>

#include "kthread.h"

static int seen[JOBS];
static void job(void *unused, long i, int thread) { seen[i]++; }

int main(void) {
  void *pool = kt_forpool_init(THREADS);
  kt_forpool(pool, job, 0, JOBS);
  for (int i = 0; i < JOBS; i++) assert(seen[i] == 1);
  kt_forpool_destroy(pool);
  return 0;
}
