// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// engines: auto; bmc-lazy
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int cells[2] = {1, 2}, sums[2];

static void *worker(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < 2; round++) {
    sums[me] = cells[0] + cells[1];
    pthread_barrier_wait(&barrier);
    cells[me] = sums[me];
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, worker, (void *)1L);
  worker((void *)0L);
  pthread_join(t, NULL);
  assert(cells[0] == 6 && cells[1] == 6);
  return 0;
}
