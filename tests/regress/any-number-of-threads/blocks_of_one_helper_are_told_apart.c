// SPDX-License-Identifier: GPL-3.0-or-later
// One helper makes all blocks, and checks its argument with another helper: two calls make two blocks.
// expect: no-data-race=true
// engines: invariants
// flags: --property no-data-race
// variant: -DSAME => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DONE_CALL => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DKEPT => no-data-race=false
// engines: explore; invariants no-data-race=unknown
#include <pthread.h>
#include <stdlib.h>

static int *first, *second, *third;
static int *kept;

static void check(int holds) {
  if (!holds) abort();
}

static int *block(int cells) {
  check(cells > 0);
#ifdef KEPT  // the second call gives out the first block
  if (kept) return kept;
#endif
  int *new_block = malloc(sizeof(int) * (size_t)cells);
  check(new_block != 0);
  for (int i = 0; i < cells; ++i) new_block[i] = i;
#ifdef KEPT
  kept = new_block;
#endif
  return new_block;
}

static void *reads(void *unused) {
  (void)unused;
  int sum = 0;
  for (int i = 0; i < 2; ++i) sum += first[i];
  return sum > 0 ? first : 0;
}

static void *writes(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; ++i) second[i] = third[i];
  return 0;
}

int main(void) {
  pthread_t one, other;
  first = block(2);
  third = block(2);
#ifdef ONE_CALL
  second = first;
#else
  second = block(2);
#endif
#ifdef SAME
  second = kept ? kept : first;
#endif
  pthread_create(&one, 0, reads, 0);
  pthread_create(&other, 0, writes, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
