// SPDX-License-Identifier: GPL-3.0-or-later
// A thread reads the bytes of a lock as memory, once another thread has taken it. Nobody tries to lock, and nothing is
// written over the lock; still it matters when the lock is released: the read races with the release.
// expect: no-data-race=false
// engines: explore
// variant: -DLAST_BYTES => unreach-call=unknown
// engines: explore "accessed as memory"
// variant: -DSECTION => unreach-call=unknown
// engines: explore "accessed as memory"
// variant: -DJOINED => no-data-race=true unreach-call=true
// engines: explore
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int taken;
static int value, seen;

static void *holder(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  value++;
  taken = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  if (!taken) return NULL;
#if defined(LAST_BYTES)
  seen = ((int *)&lock)[8];
#elif defined(SECTION)
  __VERIFIER_atomic_begin();
  seen = *(int *)&lock;
  __VERIFIER_atomic_end();
#else
  seen = *(int *)&lock;
#endif
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, holder, NULL);
#ifdef JOINED
  pthread_join(a, NULL);
#endif
  pthread_create(&b, NULL, reader, NULL);
#ifndef JOINED
  pthread_join(a, NULL);
#endif
  pthread_join(b, NULL);
  return 0;
}
