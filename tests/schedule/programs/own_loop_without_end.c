// SPDX-License-Identifier: GPL-3.0-or-later
// Main goes round for ever and does nothing that others notice. The number in its loop wraps, so nothing shows that the loop ends; the
// other one gets its turn all the same, and with it the failure.
// expect: partially-safe|unsafe|unknown some counterexample
#include <assert.h>
#include <pthread.h>
static int x;
static void *t1(void *u) {
  x = 1;
  assert(x == 2);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (unsigned i = 1; i != 0; i = i + 2) {
  }
  return 0;
}
