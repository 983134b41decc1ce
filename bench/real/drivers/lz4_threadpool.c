// SPDX-License-Identifier: GPL-3.0-or-later
// lz4: jobs that each count one, in the pool of two threads that the program compresses with.
#include <assert.h>
#include <stdlib.h>
#include "threadpool.h"
#ifndef JOBS
#define JOBS 3
#endif
static int done[JOBS];
static void job(void *at) { ++*(int *)at; }
int harness(void) {
  TPool *pool = TPool_create(2, 1);
  if (!pool) return 0;
  for (int i = 0; i < JOBS; ++i) TPool_submitJob(pool, job, &done[i]);
  TPool_jobsCompleted(pool);
  for (int i = 0; i < JOBS; ++i) assert(done[i] == 1);
  TPool_free(pool);
  return 0;
}
