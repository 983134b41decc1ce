// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static _Thread_local int calls = 5;
static __thread int *where;

static int count(void) {
  static _Thread_local int inner;
  inner++;
  return ++calls + inner;
}
static void *worker(void *arg) {
  (void)arg;
  where = &calls;
  count();
  assert(count() == 9);
  assert(*where == 7);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  assert(count() == 7);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(calls == 6 && where == NULL);
  return 0;
}
