// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact
// variant: -DOTHER => unreach-call=false
// engines: impact false|unknown
// Two threads compare two arrays from their beginning on, each for itself, and stop at the same place. What a thread
// reads through a pointer is in its range, so it can always go on, and may be followed alone.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int *a, *b, size, i, j;

static void *forwards(void *p) {
  while (i < size && a[i] == b[i]) ++i;
  return p;
}

static void *as_well(void *p) {
#ifdef OTHER
  if (size > 0) ++j;
#endif
  while (j < size && b[j] == a[j]) ++j;
  return p;
}

static int *some(int count) {
  int *made = malloc(sizeof(int) * (unsigned)count);
  for (int k = 0; k < count; ++k) made[k] = __VERIFIER_nondet_int();
  return made;
}

int main(void) {
  pthread_t s, t;
  size = __VERIFIER_nondet_int();
  if (size < 0 || size > 1000) abort();
  a = some(size), b = some(size);
  pthread_create(&s, 0, forwards, 0);
  pthread_create(&t, 0, as_well, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  if (i != j) reach_error();
}
