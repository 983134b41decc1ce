// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) { return (void *)(long)*(int *)arg; }

static long run(void) {
  pthread_t t;
  void *result;
  int local = 7;
  pthread_create(&t, NULL, worker, &local);
  pthread_join(t, &result);
  return (long)result;
}
int main(void) {
  assert(run() == 7);
  return 0;
}
