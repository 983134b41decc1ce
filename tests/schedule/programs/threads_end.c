// SPDX-License-Identifier: GPL-3.0-or-later
// All threads end; there is nothing to repeat.
// expect: safe some safe no counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused) {
  x++;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
