// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: induction
// variant: -DKEPT => unreach-call=unknown no-data-race=unknown
// variant: -DAFTER => unreach-call=unknown no-data-race=unknown
// variant: -DOLD => unreach-call=unknown no-data-race=unknown
// Any number of threads take memory, use it and free it, again and again; nobody else knows it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int most;

static void *work(void *unused) {
  int *old = NULL;
  for (;;) {
    int *mine = malloc(sizeof *mine);
    *mine = 1;
    pthread_mutex_lock(&m);
    if (*mine > most) most = *mine;
    assert(most == 1);
    pthread_mutex_unlock(&m);
#ifndef KEPT
    free(mine);
#endif
#ifdef AFTER
    *mine = 2;
#endif
#ifdef OLD
    if (old) *old = 2;
    old = mine;
#endif
  }
  (void)old;
  return unused;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
  }
}
