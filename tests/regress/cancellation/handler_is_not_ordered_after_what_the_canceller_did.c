// SPDX-License-Identifier: GPL-3.0-or-later
// pthread_cancel is not among the functions that synchronise memory (POSIX, 4.12). The search never sees the two accesses next to
// each other, but what happens before what shows the race.
// expect: no-data-race=false unreach-call=true
// variant: -DLOCKED => no-data-race=true unreach-call=true
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int note;

static void enter(void) {
#ifdef LOCKED
  pthread_mutex_lock(&lock);
#endif
}
static void leave(void) {
#ifdef LOCKED
  pthread_mutex_unlock(&lock);
#endif
}

static void look(void *seen) {
  enter();
  *(int *)seen = note;
  leave();
}

static void *worker(void *unused) {
  int seen = 0;
  pthread_cleanup_push(look, &seen);
  for (;;) pthread_testcancel();
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  enter();
  note = 1;
  leave();
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
