// SPDX-License-Identifier: GPL-3.0-or-later
// More time does not help where something undefined was met.
// flags: --engine explore --property unreach-call --state-limit 200
// verdict: unknown
// shows: unknown: undefined behaviour: an uninitialised value is used at
// shows: next: repair the undefined behaviour first
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static int look(int first) {
  int number;
  if (first) number = 1;
  return number + counter * 0;
}

int main(void) {
  pthread_t threads[3];
  look(__VERIFIER_nondet_bool());
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(counter == 60);
  return 0;
}
