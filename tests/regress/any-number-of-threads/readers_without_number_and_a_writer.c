// SPDX-License-Identifier: GPL-3.0-or-later
// Readers hold the lock for reading, the writer for writing. With BUG the writer takes it for reading, too.
// expect: no-data-race=true no-deadlock=true
// engines: invariants
// variant: -DBUG => no-data-race=false
// engines: auto no-data-race=false no-deadlock=true|unknown; invariants no-data-race=unknown no-deadlock=true
// flags: --property no-data-race,no-deadlock
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int limits[4];

extern int __VERIFIER_nondet_int(void);

static void* reader(void* unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  int sum = limits[0] + limits[3];
  pthread_rwlock_unlock(&lock);
  return (void*)(long)sum;
}

static void* writer(void* unused) {
  (void)unused;
#ifdef BUG
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  limits[0] = limits[3] = 5;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, reader, 0);
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, writer, 0);
  return 0;
}
