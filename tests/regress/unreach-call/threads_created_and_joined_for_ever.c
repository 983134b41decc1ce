// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// Endless, but the slots of joined threads are used again: finitely many states.
#include <assert.h>
#include <pthread.h>

static int flag;

static void *toggle(void *arg) {
  (void)arg;
  flag = !flag;
  return NULL;
}
int main(void) {
  for (;;) {
    pthread_t t;
    int before = flag;
    pthread_create(&t, NULL, toggle, NULL);
    pthread_join(t, NULL);
    assert(flag != before);
  }
}
