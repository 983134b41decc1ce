// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// line: 15
#include <assert.h>
#include <pthread.h>

static int count(void) {
  static int calls;
  calls++;
  return calls;
}
static void *worker(void *arg) {
  (void)arg;
  count();
  assert(count() == 2);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
