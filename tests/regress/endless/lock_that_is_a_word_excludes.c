// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: induction
// variant: -DNO_LOCK => unreach-call=false
// engines: explore; induction unknown
// Any number of threads, and a lock that is a word: whoever is in the section is alone there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock;
static int inside;

static void *worker(void *unused) {
#ifndef NO_LOCK
  while (atomic_exchange(&lock, 1)) {}
#endif
  inside++;
  assert(inside == 1);
  inside--;
#ifndef NO_LOCK
  atomic_store(&lock, 0);
#endif
  return unused;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
  }
}
