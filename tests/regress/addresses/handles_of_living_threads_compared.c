// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 8 states; bmc-order
// variant: -DAGAIN => unreach-call=false
// engines: explore; bmc-order unknown
// replay: up to the C library
// Handles of threads that are not joined yet differ. The handle of a joined thread may be given to the next one.
#include <assert.h>
#include <pthread.h>

static void *run(void *main_thread) {
  assert(!pthread_equal(pthread_self(), *(pthread_t *)main_thread));
  return NULL;
}

int main(void) {
  pthread_t me = pthread_self(), a, b;
  pthread_create(&a, NULL, run, &me);
#ifdef AGAIN
  pthread_join(a, NULL);
#endif
  pthread_create(&b, NULL, run, &me);
  assert(!pthread_equal(a, b));
#ifndef AGAIN
  pthread_join(a, NULL);
#endif
  pthread_join(b, NULL);
}
