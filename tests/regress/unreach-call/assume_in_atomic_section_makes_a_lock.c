// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// The section waits until its assumption holds: a lock in three lines.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
static int held;
static _Atomic int total;

static void acquire(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(held == 0);
  held = 1;
  __VERIFIER_atomic_end();
}
static void release(void) {
  __VERIFIER_atomic_begin();
  held = 0;
  __VERIFIER_atomic_end();
}
static void *worker(void *arg) {
  acquire();
  int seen = total;
  total = seen + *(int *)arg;
  release();
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int one = 1, two = 2;
  pthread_create(&a, NULL, worker, &one);
  pthread_create(&b, NULL, worker, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 3);
  return 0;
}
