// SPDX-License-Identifier: GPL-3.0-or-later
// The worker that comes first waits until main lets it go, and main does so after it has joined threads[0]. If that is
// the one that waits, both wait for ever. If any worker could be joined in its place, main would get past the join.
// expect: no-deadlock=false
// engines: explore
// variant: -DBEFORE => no-deadlock=true unreach-call=true no-data-race=true
// engines: explore
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int came, go;

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  if (came++ == 0)
    while (!go) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void let_go(void) {
  pthread_mutex_lock(&lock);
  go = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
#ifdef BEFORE
  let_go();
#endif
  pthread_join(threads[0], NULL);
#ifndef BEFORE
  let_go();
#endif
  pthread_join(threads[1], NULL);
  pthread_join(threads[2], NULL);
}
