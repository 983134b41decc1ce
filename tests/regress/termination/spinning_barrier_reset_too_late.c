// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// engines: auto; lasso termination=false
// The last one opens the gate before it sets the count back: a quick thread is counted and then forgotten.
#include <pthread.h>
#include <stdatomic.h>

enum { N = 2 };
static atomic_int arrived, phase;

static void wait_for_all(void) {
  int before = phase;
  if (atomic_fetch_add(&arrived, 1) == N - 1) {
    phase = before + 1;
    arrived = 0;
  } else {
    while (phase == before) {
    }
  }
}
static void *worker(void *arg) {
  (void)arg;
  wait_for_all();
  wait_for_all();
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
