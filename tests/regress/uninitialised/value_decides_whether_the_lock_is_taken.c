// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=unknown
// reason: undefined behaviour
// variant: -DLOCK_ALWAYS => no-data-race=true
// variant: -DTWICE => no-data-race=unknown
// The block is not initialised: there is a value with which nobody takes the lock. TWICE: it is read again when the lock
// is given back, and may be another value then.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
struct options {
  int locked, other;
};

static void *run(void *argument) {
  struct options *o = argument;
#ifdef LOCK_ALWAYS
  int locked = o->locked ? 1 : 2;
#else
  int locked = o->locked;
#endif
  if (locked) pthread_mutex_lock(&lock);
#ifdef TWICE
  if (locked) count++;
  if (o->locked) pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
#else
  count++;
  if (locked) pthread_mutex_unlock(&lock);
#endif
  return NULL;
}

int main(void) {
  struct options *o = malloc(sizeof *o);
  pthread_t one, two;
  pthread_create(&one, NULL, run, o);
  pthread_create(&two, NULL, run, o);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
