// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact
// variant: -DNOT_THE_LAST => unreach-call=false
// engines: bmc-order; impact false|unknown
// Two threads compare two lists of any length, each from its side. Main fills the lists in loops. When one thread has
// found a difference and ended, it is still known in the same round which cells differ.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int *left, *right;
static int size, from_left, from_right;

static int *some_list(int n) {
  int *list = malloc(sizeof(int) * (size_t)n);
  for (int k = 0; k < n; k++) list[k] = __VERIFIER_nondet_int();
  return list;
}

static void *compare_left(void *unused) {
  int k = 0;
  for (; k < size; k++)
    if (left[k] != right[k]) break;
  from_left = k;
  return unused;
}

static void *compare_right(void *unused) {
  int k = 0;
#ifdef NOT_THE_LAST
  for (; k < size - 1; k++)
#else
  for (; k < size; k++)
#endif
    if (right[k] != left[k]) break;
  from_right = k;
  return unused;
}

int main(void) {
  pthread_t a, b;
  size = __VERIFIER_nondet_int();
  if (size < 1 || size > 1000000) return 0;
  left = some_list(size);
  right = some_list(size);
  pthread_create(&a, 0, compare_left, 0);
  pthread_create(&b, 0, compare_right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (from_left != from_right) reach_error();
  return 0;
}
