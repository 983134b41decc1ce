// SPDX-License-Identifier: GPL-3.0-or-later
// A compare-and-exchange that succeeds has the first order, one that fails the second: here they acquire in one case only.
// expect: no-data-race=false
// variant: -DSUCCESS=memory_order_acq_rel => no-data-race=true
// variant: -DSUCCESS=memory_order_acquire => no-data-race=true
// variant: -DFAILS => no-data-race=true
// variant: -DFAILS -DFAILURE=memory_order_relaxed => no-data-race=false
// variant: -DFAILS -DFAILURE=memory_order_relaxed -DSUCCESS=memory_order_seq_cst => no-data-race=false
#include <pthread.h>
#include <stdatomic.h>

#ifndef SUCCESS
#define SUCCESS memory_order_release
#endif
#ifndef FAILURE
#define FAILURE memory_order_acquire
#endif

static atomic_int ready;
static int data;

static void *worker(void *arg) {
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
#ifdef FAILS
  int expected = 2;
  if (!atomic_compare_exchange_strong_explicit(&ready, &expected, 3, SUCCESS, FAILURE) && expected == 1) data = 2;
#else
  int expected = 1;
  if (atomic_compare_exchange_strong_explicit(&ready, &expected, 2, SUCCESS, FAILURE)) data = 2;
#endif
  pthread_join(t, NULL);
  return 0;
}
