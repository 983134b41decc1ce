// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static int low, high;

static int __VERIFIER_atomic_step(int limit) {
  if (low >= limit) return 0;
  low++;
  for (int i = 0; i < 2; i++) high++;
  if (low == limit) return 2;
  return 1;
}
static int __VERIFIER_atomic_look(void) { return high - 2 * low; }

static void *stepper(void *arg) {
  int *results = arg;
  results[0] = __VERIFIER_atomic_step(2);
  results[1] = __VERIFIER_atomic_step(2);
  return NULL;
}
int main(void) {
  pthread_t t;
  int theirs[2], mine[2];
  pthread_create(&t, NULL, stepper, theirs);
  assert(__VERIFIER_atomic_look() == 0);
  stepper(mine);
  assert(__VERIFIER_atomic_look() == 0);
  pthread_join(t, NULL);
  assert(low == 2 && high == 4);
  assert(theirs[0] + theirs[1] + mine[0] + mine[1] == 3);
  return 0;
}
