// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: induction
// variant: -DBEHIND => unreach-call=unknown
// engines: induction unknown
// variant: -DEARLIER => unreach-call=unknown
// engines: induction unknown
// variant: -DPARTLY => unreach-call=unknown
// engines: induction unknown
// variant: -DRACE => no-data-race=false
// engines: bmc-order; induction unknown
// time-limit: 40s
// Main fills a block whose size is an input, and a thread reads all of it. BEHIND: it reads one element too much;
// EARLIER: it begins in front of the block; PARTLY: main has not filled it; RACE: main goes on writing. What is undefined
// excludes a proof.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int *block, size, sum;

static void *reader(void *arg) {
#ifdef BEHIND
  for (int i = 0; i <= size; i++)
#elif defined EARLIER
  for (int i = -1; i < size; i++)
#else
  for (int i = 0; i < size; i++)
#endif
    if (block[i] > 5) sum = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  size = __VERIFIER_nondet_int();
  if (size < 0 || size > 1000000) return 0;
  block = malloc(size * sizeof *block);
#ifdef PARTLY
  for (int i = 0; i < size - 1; i++) block[i] = __VERIFIER_nondet_int();
#else
  for (int i = 0; i < size; i++) block[i] = __VERIFIER_nondet_int();
#endif
  pthread_create(&t, 0, reader, 0);
#ifdef RACE
  if (size > 0) block[0] = 7;
#endif
  pthread_join(t, 0);
  assert(sum == 0 || sum == 1);
  return 0;
}
