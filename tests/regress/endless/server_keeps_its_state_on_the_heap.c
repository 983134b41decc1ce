// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: induction
// variant: -DFREED => no-data-race=false unreach-call=unknown
// engines: explore no-data-race=false; induction unknown
// variant: -DTWICE => unreach-call=unknown no-data-race=unknown
// variant: -DUNINITIALISED => unreach-call=unknown no-data-race=unknown
// variant: -DBEYOND => unreach-call=unknown no-data-race=unknown
// A server whose state is on the heap, behind a global pointer that is null at first.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct server {
  pthread_mutex_t lock;
  int open, closed;
};
static struct server *server;

static void *serve(void *unused) {
  struct server *s = server;
  if (!s) return unused;
#ifdef BEYOND
  s++;
#endif
  pthread_mutex_lock(&s->lock);
  if (s->open < 10) s->open++;
  assert(s->closed <= s->open);
  pthread_mutex_unlock(&s->lock);
  pthread_mutex_lock(&s->lock);
  if (s->closed < s->open) s->closed++;
  pthread_mutex_unlock(&s->lock);
  return unused;
}

int main(void) {
  server = malloc(sizeof *server);
#ifdef TWICE
  for (int i = 0; i < 2; i++) server = malloc(sizeof *server);
#endif
  pthread_mutex_init(&server->lock, NULL);
  server->open = 0;
#ifndef UNINITIALISED
  server->closed = 0;
#endif
  for (int i = 0;; i++) {
    pthread_t t;
    pthread_create(&t, NULL, serve, NULL);
#ifdef FREED
    if (i == 3) break;
#endif
  }
  free(server);
  return 0;
}
