// SPDX-License-Identifier: GPL-3.0-or-later
// An atomic section looks at its guard before it waits. What it looks at may be freed memory, or a pointer to it that is
// compared: then it is not known whether the section waits.
// expect: unreach-call=false
// engines: explore; auto; bmc-order unknown; bmc-lazy unknown; bmc-eager unknown; induction unknown; impact unknown
// variant: -DLOCK => unreach-call=false
// engines: explore; bmc-order unknown
// variant: -DREADS => unreach-call=unknown
// engines: explore "undefined behaviour"; bmc-order; bmc-lazy
// variant: -DREADS -DNOT_FREED => unreach-call=true
// engines: explore; bmc-order
// replay: a block must get the address of one that was freed
// replay with -DLOCK: a block must get the address of one that was freed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *first, *second;
static atomic_int ready;

static int *block(void) { return calloc(1, sizeof(int)); }

static void *waits(void *unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
#if defined(READS)
  __VERIFIER_assume(*first == 1);
#elif defined(LOCK)
  __VERIFIER_assume(ready);
  if (first != second) pthread_mutex_lock(&lock);
#else
  __VERIFIER_assume(ready);
  __VERIFIER_assume(first == second);
#endif
  __VERIFIER_atomic_end();
  assert(0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  first = block();
#ifdef READS
  pthread_create(&thread, NULL, waits, NULL);
#ifndef NOT_FREED
  free(first);
#endif
#else
  free(first);
  pthread_create(&thread, NULL, waits, NULL);
  second = block();
  ready = 1;
  pthread_join(thread, NULL);
#endif
  return 0;
}
