// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true no-deadlock=true
// line: 21
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *worker(void *arg) {
  (void)arg;
  counter = counter + 1;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
