// SPDX-License-Identifier: GPL-3.0-or-later
// The bits of an address are any that the alignment allows, but they stay the same. Numbers from modular arithmetic.
// expect: unreach-call=true no-data-race=true
// engines: explore
// variant: -DAPART => unreach-call=false
// variant: -DTOGETHER => unreach-call=false
// variant: -DODD_APART => unreach-call=false
// variant: -DWRONG_LOCK => no-data-race=false
// replay: bits of an address
// variant: --32 => unreach-call=true no-data-race=true
// variant: -DWHOLE => unreach-call=unknown
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counts[2];

static unsigned hash(const void *p) { return ((uintptr_t)p >> 4) % 2; }

static void *count(void *p) {
  unsigned h = hash(p), lock = h;
#ifdef WRONG_LOCK
  lock = ((uintptr_t)p >> 5) % 2;
#endif
  pthread_mutex_lock(&locks[lock]);
  counts[h]++;
  pthread_mutex_unlock(&locks[lock]);
  return NULL;
}

int main(void) {
  char *p = malloc(16), *q = malloc(16);
  pthread_t t;
  pthread_create(&t, NULL, count, p);
  count(q);
  pthread_join(t, NULL);
#ifndef WRONG_LOCK
  assert(counts[hash(p)] == 1 + (hash(p) == hash(q)) && counts[hash(q)] >= 1);
#endif
  uintptr_t n = (uintptr_t)p;
  assert((n >> 4) % 4 % 2 == hash(p) && (n & 31) >> 4 == hash(p) && hash(p + 16) != hash(p));
  assert(((uint32_t)n >> 4) % 2 == hash(p));
#if __SIZEOF_LONG__ == 8
  assert((unsigned)((long)n % 32 / 16) == hash(p));
#endif
  assert(n % 6 % 2 == 0 && n % 9 % 3 == n % 3 && (n + 1) % 5 == (n % 5 + 1) % 5);
  assert((n >> 4) % 6 % 2 == hash(p) && (n >> 4) % 3 == n % 3);
  static char room[128];
  char *aligned = (char *)(((uintptr_t)room + 63) & ~(uintptr_t)63);
  assert(aligned >= room && aligned + 64 <= room + sizeof room && (uintptr_t)aligned % 64 == 0);
#ifdef APART
  assert(hash(p) == hash(q));
#endif
#ifdef TOGETHER
  assert(hash(p) != hash(q));
#endif
#ifdef ODD_APART
  assert(n % 7 == (uintptr_t)q % 7);
#endif
#ifdef WHOLE
  assert((n * 31 >> 20) % 4 < 4);
#endif
  return 0;
}
