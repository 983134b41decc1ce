// SPDX-License-Identifier: GPL-3.0-or-later
// The first thread is cancelled only when the second one could not be started. Where starts do not fail, nobody is
// cancelled; where they may fail, the first thread may be cancelled before it counts.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: --malloc-may-fail => unreach-call=false
// variant: -DCANCELS => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int done;

static void *worker(void *counts) {
  pthread_testcancel();
  if (counts) ++done;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  if (pthread_create(&first, NULL, worker, &done) != 0) return 1;
  if (pthread_create(&second, NULL, worker, NULL)) {
    pthread_cancel(first);
    pthread_join(first, NULL);
    assert(done == 1);
    return 1;
  }
#ifdef CANCELS
  pthread_cancel(first);
#endif
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(done == 1);
  return 0;
}
