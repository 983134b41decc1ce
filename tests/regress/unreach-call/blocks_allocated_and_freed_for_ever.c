// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) slot;

static void *maker(void *arg) {
  (void)arg;
  for (;;) {
    int *p = malloc(sizeof *p);
    if (!p) abort();
    *p = 17;
    int *old = atomic_exchange(&slot, p);
    free(old);
  }
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, maker, NULL);
  for (;;) {
    int *p = atomic_exchange(&slot, NULL);
    if (p) assert(*p == 17);
    free(p);
  }
}
