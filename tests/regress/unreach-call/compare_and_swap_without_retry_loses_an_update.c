// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true no-deadlock=true
// line: 23
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int high_score = 10;

static void *player(void *arg) {
  int score = *(int *)arg;
  int seen = atomic_load(&high_score);
  if (score > seen) atomic_compare_exchange_strong(&high_score, &seen, score);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int scores[] = {20, 30};
  pthread_create(&a, NULL, player, &scores[0]);
  pthread_create(&b, NULL, player, &scores[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&high_score) == 30);
  return 0;
}
