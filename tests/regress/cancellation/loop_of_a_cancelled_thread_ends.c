// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true no-deadlock=true
// variant: -DNO_POINT => termination=false
// variant: -DNOBODY_CANCELS => termination=false
#include <pthread.h>
#include <stddef.h>

static int turns;

static void *worker(void *unused) {
  for (;;) {
    turns ^= 1;
#ifndef NO_POINT
    pthread_testcancel();
#endif
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
#ifndef NOBODY_CANCELS
  pthread_cancel(thread);
#endif
  pthread_join(thread, NULL);
  return 0;
}
