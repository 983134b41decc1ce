// SPDX-License-Identifier: GPL-3.0-or-later
// Only main locks `m`, once by its name and once by an address that the other thread has stored.
// expect: no-deadlock=false
// engines: explore; auto; invariants no-deadlock=unknown
// flags: --property no-deadlock
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, *where;

static void *finds(void *unused) {
  where = &m;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, finds, 0);
  pthread_join(t, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(where);
}
