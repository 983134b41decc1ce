// SPDX-License-Identifier: GPL-3.0-or-later
// XKCP/K12 lib/KT-threadpool-pthread.c: THREADS workers, JOBS jobs.
#include <assert.h>
#include <stddef.h>

#include "KT-threadpool.h"

static int done;
static void job(void *unused) { __sync_fetch_and_add(&done, 1); }

int main(void) {
  const KT_ThreadPool_API *api = &KT_ThreadPool_Pthread;
  void *pool = api->create(THREADS);
  if (pool == NULL) return 1;
  int submitted = 0;
  for (int i = 0; i < JOBS; i++) submitted += api->submit(pool, job, NULL) == 0;
  api->wait_all(pool);
  assert(done == submitted);
  api->destroy(pool);
  return 0;
}
