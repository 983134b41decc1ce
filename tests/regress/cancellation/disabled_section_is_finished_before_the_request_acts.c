// SPDX-License-Identifier: GPL-3.0-or-later
// A request waits while the state is `disabled`, and is acted upon at the first point after it is enabled again.
// expect: unreach-call=true no-deadlock=true
// variant: -DENABLED => unreach-call=false
// variant: -DNO_POINT_AFTERWARDS => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int written;

static void *worker(void *unused) {
  int old;
#ifndef ENABLED
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  assert(old == PTHREAD_CANCEL_ENABLE);
#endif
  written++;
  pthread_testcancel();
  written++;
#ifndef ENABLED
  pthread_setcancelstate(old, &old);
  assert(old == PTHREAD_CANCEL_DISABLE);
#endif
#ifndef NO_POINT_AFTERWARDS
  for (;;) pthread_testcancel();
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(written == 2);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
