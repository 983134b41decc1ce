// SPDX-License-Identifier: GPL-3.0-or-later
// Who draws the ticket need not order anything; who is served must acquire what the one before released.
// expect: no-data-race=true
// variant: -DWAIT=memory_order_relaxed => no-data-race=false
// variant: -DGIVE=memory_order_relaxed => no-data-race=false
// variant: -DDRAW=memory_order_acq_rel -DGIVE=memory_order_relaxed => no-data-race=false
#include <pthread.h>
#include <stdatomic.h>

#ifndef DRAW
#define DRAW memory_order_relaxed
#endif
#ifndef WAIT
#define WAIT memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

static atomic_uint next, serving;
static int data;

static void *worker(void *arg) {
  unsigned mine = atomic_fetch_add_explicit(&next, 1, DRAW);
  while (atomic_load_explicit(&serving, WAIT) != mine) {
  }
  data++;
  atomic_store_explicit(&serving, mine + 1, GIVE);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
