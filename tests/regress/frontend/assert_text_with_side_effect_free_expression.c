// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// line: 18
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int level;

static void *raise_it(void *arg) {
  (void)arg;
  level = 3;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, raise_it, NULL);
  assert(level < 3 && "the level stays low");
  pthread_join(t, NULL);
  return 0;
}
