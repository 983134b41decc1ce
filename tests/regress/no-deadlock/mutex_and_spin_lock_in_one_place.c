// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=unknown
// engines: impact unknown "one of several locks"; induction; invariants
// The mutex is where the spin lock is. POSIX does not say what one makes of the other, so no proof may rest on it.
#include <pthread.h>
static union {
  pthread_mutex_t m;
  pthread_spinlock_t s;
} u;
static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&u.m);
  pthread_mutex_unlock(&u.m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_spin_init(&u.s, 0);
  pthread_spin_lock(&u.s);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  pthread_spin_unlock(&u.s);
}
