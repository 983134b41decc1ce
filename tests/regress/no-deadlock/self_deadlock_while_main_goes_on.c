// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 14
// The worker is stuck for ever; main never stops, so that something can always step.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int tick;

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) tick = !tick;
}
