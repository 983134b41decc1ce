// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// engines: explore; bmc-lazy
// variant: --no-lazy-locksets => unreach-call=false no-data-race=false
// engines: bmc-lazy
// variant: -DSPIN => unreach-call=false no-data-race=false
// Main holds it until the other thread initialises it again: then both are inside.
#include <pthread.h>
void reach_error(void);
#ifdef SPIN
static pthread_spinlock_t lock;
#define INIT(l) pthread_spin_init(l, 0)
#define LOCK(l) pthread_spin_lock(l)
#define UNLOCK(l) pthread_spin_unlock(l)
#else
static pthread_mutex_t lock;
#define INIT(l) pthread_mutex_init(l, 0)
#define LOCK(l) pthread_mutex_lock(l)
#define UNLOCK(l) pthread_mutex_unlock(l)
#endif
static _Atomic int inside;

static void *other(void *arg) {
  INIT(&lock);
  LOCK(&lock);
  inside = 1;
  inside = 0;
  UNLOCK(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  INIT(&lock);
  pthread_create(&t, 0, other, 0);
  LOCK(&lock);
  if (inside == 1) reach_error();
  return 0;
}
