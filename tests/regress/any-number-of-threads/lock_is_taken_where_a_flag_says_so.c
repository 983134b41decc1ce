// SPDX-License-Identifier: GPL-3.0-or-later
// The lock is taken on some paths only: by an attempt that may fail, or where a parameter asks for it. What tells the
// paths apart tells later, too, whether the lock is held.
// expect: no-data-race=true no-deadlock=true
// engines: invariants; auto
// variant: -DBUG => no-data-race=false
// engines: auto; invariants no-data-race=unknown "a data race between"
// flags: --property no-data-race,no-deadlock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, refused;

static void add(int n, int locked) {
  if (!locked) pthread_mutex_lock(&lock);
  total += n;
  if (!locked) pthread_mutex_unlock(&lock);
}

static void* tries(void* unused) {
  (void)unused;
  if (pthread_mutex_trylock(&lock) == 0) {
    add(1, 1);
    pthread_mutex_unlock(&lock);
  } else {
#ifdef BUG
    add(1, 1);
#else
    add(1, 0);
#endif
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, tries, 0);
  pthread_create(&b, 0, tries, 0);
  add(2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  refused = total;
  return refused;
}
