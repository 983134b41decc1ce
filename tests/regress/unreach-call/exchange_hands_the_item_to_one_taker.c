// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int slot = 5;

static void *taker(void *arg) {
  *(int *)arg = atomic_exchange(&slot, 0);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  int got[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, taker, &got[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(got[0] + got[1] == 5);
  return 0;
}
