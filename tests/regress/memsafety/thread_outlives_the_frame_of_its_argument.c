// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// line: 8
#include <pthread.h>

static pthread_t t;

static void *worker(void *arg) { return (void *)(long)*(int *)arg; }

static void start(void) {
  int local = 7;
  pthread_create(&t, NULL, worker, &local);
}
int main(void) {
  start();
  pthread_join(t, NULL);
  return 0;
}
