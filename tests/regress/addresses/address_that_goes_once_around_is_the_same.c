// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; induction unknown
// variant: -DRESULT => unreach-call=unknown
// An address that has gone once around is the same; 16 is no place for a result.
#include <pthread.h>
#include <stdint.h>
extern void reach_error(void);
static int g;
static volatile uintptr_t half = (uintptr_t)1 << (sizeof(uintptr_t) * 8 - 1);

static void *nothing(void *unused) { return unused; }

int main(void) {
#ifdef RESULT
  pthread_t t;
  pthread_create(&t, NULL, nothing, NULL);
  pthread_join(t, (void **)16);
#else
  uintptr_t a = (uintptr_t)&g;
  a += half;
  a += half;
  if (a == (uintptr_t)&g) reach_error();
#endif
  return 0;
}
