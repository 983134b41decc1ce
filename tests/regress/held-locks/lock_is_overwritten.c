// SPDX-License-Identifier: GPL-3.0-or-later
// A thread holds the lock while another one writes zeros over it: then a third could take it, too, and change `value`. No
// operation on the lock says so, and the execution is not followed beyond. The same if the lock's memory is given back
// and the next lock is taken from there.
// expect: unreach-call=unknown
// engines: explore "accessed as memory"
// variant: -DSECTION => unreach-call=unknown
// engines: explore "accessed as memory"
// variant: -DWHOLE => unreach-call=unknown
// engines: explore "accessed as memory"
// variant: -DGIVEN_BACK => unreach-call=false no-data-race=false
// engines: explore; bmc-order
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *_Atomic current = &lock;
static sem_t held;
static int value;

static pthread_mutex_t *new_lock(void) { return calloc(1, sizeof(pthread_mutex_t)); }

static void *holds(void *unused) {
  (void)unused;
  pthread_mutex_lock(current);
  sem_post(&held);
  value = 1;
  assert(value == 1);
#ifndef GIVEN_BACK
  pthread_mutex_unlock(current);
#endif
  return NULL;
}

static void *overwrites(void *unused) {
  (void)unused;
#if defined(SECTION)
  __VERIFIER_atomic_begin();
  *(long *)&lock = 0;
  __VERIFIER_atomic_end();
#elif defined(WHOLE)
  memset(&lock, 0, sizeof lock);
#elif !defined(GIVEN_BACK)
  *(long *)&lock = 0;
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second;
  sem_init(&held, 0, 0);
#ifdef GIVEN_BACK
  current = new_lock();
#endif
  pthread_create(&first, NULL, holds, NULL);
  pthread_create(&second, NULL, overwrites, NULL);
#ifdef GIVEN_BACK
  sem_wait(&held);
  free(current);
  current = new_lock();
#endif
  pthread_mutex_lock(current);
  value = 2;
  pthread_mutex_unlock(current);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
