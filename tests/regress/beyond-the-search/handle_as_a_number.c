// SPDX-License-Identifier: GPL-3.0-or-later
// A thread handle has some number. What is done with it is proven for any number.
// expect: no-data-race=true no-deadlock=true unreach-call=true
// variant: -DCUT => no-data-race=true
// variant: -DUNLOCKED => no-data-race=unknown
// variant: -DCUT -DUNLOCKED => no-data-race=unknown
// variant: -DCHOOSES => no-deadlock=unknown
#include <pthread.h>

static unsigned seen[16];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

static unsigned hash(unsigned long x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdUL;
  return x & 15;
}

static void *work(void *unused) {
#ifdef CUT
  unsigned h = (unsigned)(int)pthread_self() * 7u % 16;
#else
  unsigned h = hash((unsigned long)pthread_self());
#endif
#ifdef CHOOSES
  pthread_mutex_t *first = h & 1 ? &m : &other, *second = h & 1 ? &other : &m;
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  seen[h]++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
#else
#ifndef UNLOCKED
  pthread_mutex_lock(&m);
#endif
  seen[h]++;
#ifndef UNLOCKED
  pthread_mutex_unlock(&m);
#endif
#endif
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(t + i, NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
