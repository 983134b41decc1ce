// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true no-data-race=true unreach-call=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 2 };
static atomic_int arrived, phase;
static int value[N];

static void wait_for_all(void) {
  int before = phase;
  if (atomic_fetch_add(&arrived, 1) == N - 1) {
    arrived = 0;
    phase = before + 1;
  } else {
    while (phase == before) {
    }
  }
}
static void *worker(void *arg) {
  int me = (int)(long)arg;
  value[me] = me + 1;
  wait_for_all();
  assert(value[0] + value[1] == 3);
  wait_for_all();
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, (void *)1L);
  worker((void *)0L);
  pthread_join(t, NULL);
  return 0;
}
