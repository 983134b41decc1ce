// SPDX-License-Identifier: GPL-3.0-or-later
// A server: every connection is an object that one thread gets, writes and frees.
// expect: no-data-race=true
// engines: invariants
// flags: --property no-data-race
// variant: -DAFTER => no-data-race=false
// engines: explore; auto; invariants no-data-race=unknown
// variant: -DTWICE => no-data-race=false
// engines: explore; auto; invariants no-data-race=unknown
// variant: -DKEPT => no-data-race=false
// engines: explore; auto; invariants no-data-race=unknown
// variant: -DTOLD => no-data-race=false
// engines: explore; auto; invariants no-data-race=unknown
// variant: -DINSIDE => no-data-race=false
// engines: explore; auto; invariants no-data-race=unknown
// variant: -DHANDED => no-data-race=false
// engines: explore; auto; invariants no-data-race=unknown
#include <pthread.h>
#include <stdlib.h>
struct connection {
  int bytes;
  int *counter;
  struct connection *other;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct connection *last;
static int all;

static void count(struct connection *c) { c->bytes++; }

#ifdef HANDED
static void *helps(void *c) {
  count(c);
  return 0;
}
#endif

static void *serves(void *argument) {
  struct connection *c = argument, *told = 0;
#ifdef KEPT
  pthread_mutex_lock(&lock);
  told = last;
  pthread_mutex_unlock(&lock);
#endif
#ifdef TOLD
  struct connection **mine = malloc(sizeof *mine);
  *mine = c;
  pthread_mutex_lock(&lock);
  told = last;
  last = *mine;
  pthread_mutex_unlock(&lock);
#endif
#ifdef HANDED
  pthread_t t;
  pthread_create(&t, 0, helps, c);
#endif
  if (told) count(told);
  count(c);
#ifdef INSIDE
  (*c->counter)++;
#endif
#if !defined AFTER && !defined TWICE && !defined KEPT && !defined TOLD && !defined INSIDE && !defined HANDED
  free(c);
#endif
  return 0;
}

int main(void) {
  pthread_t t;
#if defined AFTER || defined TWICE || defined KEPT || defined TOLD || defined INSIDE || defined HANDED
  for (int i = 0; i < 2; i++) {
#else
  for (;;) {
#endif
    struct connection *c = malloc(sizeof *c);
    c->bytes = 0;
    c->counter = &all;
#ifdef KEPT
    pthread_mutex_lock(&lock);
    last = c;
    pthread_mutex_unlock(&lock);
#endif
    pthread_create(&t, 0, serves, c);
#ifdef TWICE
    pthread_create(&t, 0, serves, c);
#endif
    pthread_detach(t);
#ifdef AFTER
    c->bytes++;
#endif
  }
}
