// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads undo each other's work and count how often. The counters grow for ever, so no state comes back; but
// nothing that the threads do depends on them, and so their steps repeat for ever. It makes no difference where a counter
// is, and whether it is read after the loop.
//
// LIMITED: the counter ends the loop. READ_BY_ANOTHER: a third thread waits until it is large enough, and a fair execution
// lets it go on. PLACE: it says where the next value is found. BIT: one bit of it decides.
//
// expected -DSTRUCT: termination false formulas=slow
// expected -DARRAY: termination false formulas=slow
// expected -DHEAP: termination false formulas=slow
// expected -DLOCAL: termination false formulas=slow
// expected -DATOMIC: termination false formulas=slow
// expected -DPRINTED: termination false formulas=slow
// expected -DSTRUCT -DLIMITED: termination true formulas=slow limit=8s
// expected -DSTRUCT -DREAD_BY_ANOTHER: termination true auto=unknown formulas=slow limit=4s
// expected -DSTRUCT -DPLACE: termination true formulas=slow limit=8s
// expected -DSTRUCT -DBIT: termination true formulas=slow limit=8s
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);

static atomic_int turn = 1, stop;

struct counts {
  int tries;
  atomic_long last;
};
#if defined STRUCT
static struct counts counts[2];
#define COUNT(who) (counts[who].tries++, counts[who].last = counts[who].tries + 1L)
#define RESULT(who) counts[who].tries
#elif defined ARRAY
static long tries[4];
#define COUNT(who) tries[(who) + 1]++
#define RESULT(who) tries[(who) + 1]
#elif defined HEAP
static struct counts *counts;
#define COUNT(who) counts[who].tries++
#define RESULT(who) counts[who].tries
#elif defined ATOMIC
static atomic_long tries;
#define COUNT(who) atomic_fetch_add(&tries, 1)
#define RESULT(who) tries
#elif defined PRINTED
static struct counts counts[2];
#define COUNT(who) (counts[who].tries++, printf("%d\n", counts[who].tries))
#define RESULT(who) counts[who].tries
#else
#define COUNT(who) n++
#define RESULT(who) 0
#endif

static const int ends[8] = {0, 0, 0, 0, 0, 0, 0, 1};

static int over(int who) {
#if defined LIMITED
  return RESULT(who) > 6;
#elif defined PLACE
  return ends[RESULT(who) % 8];
#elif defined BIT
  return RESULT(who) & 4 ? 1 : 0;
#else
  return stop;
#endif
}

static void *one(void *unused) {
  long n = 0;
  while (turn && !over(0)) {
    COUNT(0);
    turn = 0;
  }
  return (void *)n;
}

static void *other(void *unused) {
  long n = 0;
  while (!turn && !over(1)) {
    COUNT(1);
    turn = 1;
  }
  return (void *)n;
}

#ifdef READ_BY_ANOTHER
static void *reader(void *unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(counts[0].tries > 3 || counts[1].tries > 3 || stop);
  stop = 1;
  __VERIFIER_atomic_end();
  return unused;
}
#endif

int main(void) {
  pthread_t a, b;
#ifdef HEAP
  counts = calloc(2, sizeof *counts);
  if (!counts) abort();
#endif
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
#ifdef READ_BY_ANOTHER
  pthread_t c;
  pthread_create(&c, NULL, reader, NULL);
#endif
  void *first, *second;
  pthread_join(a, &first);
  pthread_join(b, &second);
  stop = 1;
#ifdef READ_BY_ANOTHER
  pthread_join(c, NULL);
#endif
  if (RESULT(0) + RESULT(1) > 100) printf("many\n");
  printf("%ld %ld\n", (long)first, (long)second);
  return 0;
}
