// SPDX-License-Identifier: GPL-3.0-or-later
// A table of buckets in an array, each with its lock; the index is any number. Which bucket it is does not matter: its
// lock is next to its count.
// expect: no-data-race=true
// engines: invariants
// variant: -DBUG => no-data-race=false
// engines: auto; invariants no-data-race=unknown "a data race between"
// flags: --property no-data-race
#include <pthread.h>

#ifdef BUG
#define BUCKETS 2
#define ROUNDS 1
#else
#define BUCKETS 64
#define ROUNDS 1000
#endif
static struct bucket {
  int count;
  pthread_mutex_t lock;
} table[BUCKETS];

extern unsigned __VERIFIER_nondet_uint(void);

static void* inserts(void* unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) {
    unsigned i = __VERIFIER_nondet_uint() % BUCKETS;
    pthread_mutex_lock(&table[i].lock);
    table[i].count++;
    pthread_mutex_unlock(&table[i].lock);
  }
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < BUCKETS; i++) pthread_mutex_init(&table[i].lock, 0);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, inserts, 0);
#ifdef BUG
  table[1].count = 7;
#endif
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  table[0].count = 0;
  return 0;
}
