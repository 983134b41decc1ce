// SPDX-License-Identifier: GPL-3.0-or-later
// POSIX allows printf to be a cancellation point: both ends are possible.
// expect: unreach-call=false
// variant: -DPRINTED => unreach-call=false
// variant: -DEITHER => unreach-call=true
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static void *worker(void *unused) {
  printf("hello\n");
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
#ifdef EITHER
  assert(result == NULL || result == PTHREAD_CANCELED);
#elif defined PRINTED
  assert(result == PTHREAD_CANCELED);
#else
  assert(result == NULL);
#endif
  return 0;
}
