// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static int seen[3];

static void *worker(void *arg) {
  int me = *(int *)arg;
  __atomic_store_n(&seen[me], 1, __ATOMIC_SEQ_CST);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  int numbers[2];
  for (int i = 0; i < 2; i++) {
    numbers[i] = i;
    pthread_create(&t[i], NULL, worker, &numbers[i]);
  }
  for (int j = 0; j < 2; j++) pthread_join(t[j], NULL);
  assert(seen[0] && seen[1]);
  return 0;
}
