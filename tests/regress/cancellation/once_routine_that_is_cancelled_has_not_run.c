// SPDX-License-Identifier: GPL-3.0-or-later
// POSIX, pthread_once: if the routine is cancelled, it is as if pthread_once had not been called.
// expect: unreach-call=true no-deadlock=true
// variant: -DTWICE => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun, done;

static void initialise(void) {
  begun++;
  pthread_testcancel();
  done++;
}

static void *worker(void *unused) {
  pthread_once(&once, initialise);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_once(&once, initialise);
  pthread_join(thread, NULL);
  assert(done == 1);
#ifdef TWICE
  assert(begun == 1);
#endif
  return 0;
}
