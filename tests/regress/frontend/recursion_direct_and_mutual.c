// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true termination=true
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <pthread.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static void hanoi(int n, int from, int to, int *moves) {
  if (n == 0) return;
  hanoi(n - 1, from, 3 - from - to, moves);
  ++*moves;
  hanoi(n - 1, 3 - from - to, to, moves);
}
static void *fibonacci(void *arg) {
  long n = (long)arg;
  void *a, *b;
  pthread_t t;
  if (n < 2) return (void *)n;
  pthread_create(&t, NULL, fibonacci, (void *)(n - 1));
  b = fibonacci((void *)(n - 2));
  pthread_join(t, &a);
  return (void *)((long)a + (long)b);
}
int main(void) {
  int moves = 0;
  assert(is_even(6) && is_odd(7));
  hanoi(3, 0, 2, &moves);
  assert(moves == 7);
  assert(fibonacci((void *)4L) == (void *)3L);
#ifdef WRONG
  assert(moves == 8);
#endif
  return 0;
}
