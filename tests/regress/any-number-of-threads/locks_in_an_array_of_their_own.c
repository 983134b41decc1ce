// SPDX-License-Identifier: GPL-3.0-or-later
// An array of locks beside an array of what they protect: whoever holds lock i uses cell i. Any number of threads.
// expect: no-data-race=true no-deadlock=true
// engines: invariants
// flags: --property no-data-race,no-deadlock
// variant: -DNEXT => no-data-race=true no-deadlock=true
// engines: invariants
// variant: -DRECORDS => no-data-race=true no-deadlock=true
// engines: invariants
// variant: -DOTHER_INDEX -DTWO => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DONE_OF_TWO_NEXT -DTWO => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DCHANGED -DTWO => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DWIDE -DTWO => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DMASKED -DTWO => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DLET_GO -DTWO => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DREADERS -DTWO => no-data-race=false
// engines: explore; invariants no-data-race=unknown
#include <pthread.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { kCells = 4 };
static pthread_mutex_t locks[kCells];
static pthread_rwlock_t read_write_locks[kCells];
static int cells[kCells + 1];
static struct {
  int before, uses;
} records[kCells];

static unsigned any_index(void) {
  unsigned i = __VERIFIER_nondet_uint();
  return i % kCells;
}

static void *work(void *first) {
  unsigned i = any_index();
#ifdef OTHER_INDEX
  unsigned k = any_index();
#elif defined(MASKED)
  unsigned k = i & 1;
#else
  unsigned k = i;
#endif
#ifdef READERS
  pthread_rwlock_rdlock(&read_write_locks[i]);
#else
  pthread_mutex_lock(&locks[i]);
#endif
#ifdef LET_GO
  pthread_mutex_unlock(&locks[i]);
#endif
#ifdef CHANGED
  if (first) k = i = (i + 1) % kCells;
#endif
#if defined(NEXT)
  ++cells[k + 1];
#elif defined(ONE_OF_TWO_NEXT)
  if (first)
    ++cells[k + 1];
  else
    ++cells[k];
#elif defined(WIDE)
  memset(&cells[k], 0, 8);
#elif defined(RECORDS)
  ++records[k].uses;
#else
  ++cells[k];
#endif
#ifdef READERS
  pthread_rwlock_unlock(&read_write_locks[i]);
#elif !defined(LET_GO) && !defined(CHANGED)
  pthread_mutex_unlock(&locks[i]);
#endif
  return first;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < kCells; ++i) {
    pthread_mutex_init(&locks[i], 0);
    pthread_rwlock_init(&read_write_locks[i], 0);
  }
#ifdef TWO
  pthread_create(&thread, 0, work, cells);
  pthread_create(&thread, 0, work, 0);
#else
  while (__VERIFIER_nondet_uint()) pthread_create(&thread, 0, work, 0);
#endif
  return 0;
}
