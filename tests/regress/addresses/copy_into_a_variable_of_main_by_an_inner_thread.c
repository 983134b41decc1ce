// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that main did not start copies into main's array, as merge sorts do: memcpy compares no pointers.
// expect: unreach-call=true no-data-race=true
// variant: -DEARLY => unreach-call=false no-data-race=false
// variant: -DOVERLAP => unreach-call=unknown
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int numbers[2] = {1, 2};

static void *copy(void *to) {
  memcpy(to, numbers, sizeof numbers);
  return 0;
}
static void *half(void *to) {
  pthread_t inner;
  pthread_create(&inner, 0, copy, to);
#ifndef EARLY
  pthread_join(inner, 0);
#endif
  return 0;
}
int main(void) {
  static int kept[3];
  int sorted[2] = {0, 0};
  pthread_t outer;
#ifdef EARLY
  pthread_create(&outer, 0, half, kept);
  pthread_join(outer, 0);
  assert(kept[1] == 2);
#else
  pthread_create(&outer, 0, half, sorted);
  pthread_join(outer, 0);
  assert(sorted[1] == 2);
#endif
#ifdef OVERLAP
  memcpy(kept, kept, sizeof kept);
  memcpy(kept + 1, kept, 2 * sizeof *kept);
#endif
  return 0;
}
