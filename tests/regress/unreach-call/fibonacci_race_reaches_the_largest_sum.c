// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// line: 27
// The classic: two threads add the other's variable; the bound is met by exactly one interleaving.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 3 };
static atomic_int i = 1, j = 1;

static void *left(void *arg) {
  (void)arg;
  for (int k = 0; k < ROUNDS; k++) atomic_store(&i, atomic_load(&i) + atomic_load(&j));
  return NULL;
}
static void *right(void *arg) {
  (void)arg;
  for (int k = 0; k < ROUNDS; k++) atomic_store(&j, atomic_load(&j) + atomic_load(&i));
  return NULL;
}
int main(void) {
  pthread_t l, r;
  pthread_create(&l, NULL, left, NULL);
  pthread_create(&r, NULL, right, NULL);
  int x = i, y = j;
  assert(x < 21 && y < 21);
  return 0;
}
