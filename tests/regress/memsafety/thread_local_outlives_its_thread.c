// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// line: 19
#include <pthread.h>
#include <stddef.h>

static _Thread_local int value;

static void *worker(void *arg) {
  (void)arg;
  value = 3;
  return &value;
}
int main(void) {
  pthread_t t;
  void *p;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, &p);
  return *(int *)p == 3 ? 0 : 1;
}
