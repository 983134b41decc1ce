// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-deadlock=true
// variant: -DNO_POINT => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *worker(void *unused) {
  pthread_cancel(pthread_self());
#ifndef NO_POINT
  pthread_testcancel();
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
