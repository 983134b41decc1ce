// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// engines: explore; bmc-lazy unreach-call=false|unknown no-data-race=false
// variant: -DHEAP => unreach-call=true no-data-race=true
// With one call of the function that initialises it, made by two threads.
#include <pthread.h>
#include <stdlib.h>
void reach_error(void);
static pthread_rwlock_t *lock;
static _Atomic int inside;
static void make(void) { pthread_rwlock_init(lock, 0); }

static void *other(void *arg) {
#ifndef HEAP
  make();
#endif
  pthread_rwlock_wrlock(lock);
  inside = 1;
  inside = 0;
  pthread_rwlock_unlock(lock);
  return arg;
}

int main(void) {
  pthread_t t;
#ifdef HEAP
  lock = malloc(sizeof *lock);
#else
  static pthread_rwlock_t here;
  lock = &here;
#endif
  make();
  pthread_create(&t, 0, other, 0);
  pthread_rwlock_wrlock(lock);
  if (inside == 1) reach_error();
  return 0;
}
