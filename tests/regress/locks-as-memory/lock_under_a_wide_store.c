// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false unreach-call=unknown
// engines: explore no-data-race=false; bmc-order unknown
// The struct is assigned as one word, and the lock is its second half.
#include <pthread.h>
static struct {
  int a;
  pthread_spinlock_t lock;
} g, zero;
static void *worker(void *arg) {
  pthread_spin_lock(&g.lock);
  pthread_spin_unlock(&g.lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&g.lock, 0);
  pthread_create(&t, 0, worker, 0);
  g = zero;
  pthread_join(t, 0);
  return 0;
}
