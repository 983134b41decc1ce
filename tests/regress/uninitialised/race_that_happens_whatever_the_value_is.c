// SPDX-License-Identifier: GPL-3.0-or-later
// The block is never initialised, and both threads count in it. What they count from does not matter to the race, nor
// to the deadlock, nor to the assertion about the number of rounds; it does to the one about the count.
// expect: no-data-race=false unreach-call=unknown
// engines: explore
// variant: -DROUNDS => no-data-race=false unreach-call=false
// variant: -DCOUNT => no-data-race=false unreach-call=unknown
// variant: -DLOCKED => no-data-race=true unreach-call=true
// engines: auto
// variant: -DLOCKED -DSWAPPED => no-deadlock=false
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int *count;
static int rounds;

static void lock(int other_way) {
#ifdef SWAPPED
  pthread_mutex_lock(other_way ? &second : &first);
  pthread_mutex_lock(other_way ? &first : &second);
#elif defined(LOCKED)
  pthread_mutex_lock(&first);
  (void)other_way;
#endif
}
static void unlock(void) {
#ifdef SWAPPED
  pthread_mutex_unlock(&second);
#endif
#ifdef LOCKED
  pthread_mutex_unlock(&first);
#endif
}

static void *counts(void *unused) {
  lock(1);
  (*count)++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t thread;
  count = malloc(sizeof *count);
  pthread_create(&thread, NULL, counts, NULL);
  lock(0);
  (*count) += 2;
  rounds++;
  unlock();
  pthread_join(thread, NULL);
#ifdef ROUNDS
  assert(rounds == 2);
#endif
#ifdef COUNT
  assert(*count != 7);
#endif
  return 0;
}
