// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 17 states; bmc-order
// The destructor has run when the join returns.
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static int cleaned;
static void clean(void *value) { cleaned = *(int *)value; }
static void *worker(void *arg) {
  pthread_setspecific(key, arg);
  return 0;
}

int main(void) {
  int seven = 7;
  pthread_t t;
  pthread_key_create(&key, clean);
  pthread_create(&t, 0, worker, &seven);
  pthread_join(t, 0);
  assert(cleaned == 7);
  return 0;
}
