// SPDX-License-Identifier: GPL-3.0-or-later
// One thread spins until another one has done something; a fair schedule lets it.
// expect: safe some safe no counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, x;
static void *wait(void *unused) {
  while (!flag) {
  }
  assert(x == 1);
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, wait, 0);
  x = 1;
  flag = 1;
  pthread_join(a, 0);
  return 0;
}
