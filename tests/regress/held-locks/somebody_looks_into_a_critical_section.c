// SPDX-License-Identifier: GPL-3.0-or-later
// A thread takes a lock, changes `value` for a moment and gives the lock back. All accesses to `value` seem to be made
// under the lock, until main does something in the middle: it reads `value` without the lock or under another one, in an
// atomic section, or copies it; it tries to take the lock, waits a while for it, or destroys it.
// An engine that takes a critical section as one step (explore, bmc-eager) must notice all of these.
// expect: unreach-call=true no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DREADS => unreach-call=false no-data-race=false
// variant: -DREADS_ATOMICALLY => unreach-call=false no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DOTHER_LOCK => unreach-call=false no-data-race=false
// variant: -DSECTION => unreach-call=false no-data-race=false
// variant: -DCOPIES => unreach-call=false no-data-race=false
// variant: -DTRIES => unreach-call=false
// variant: -DWAITS_A_WHILE => unreach-call=false
// variant: -DDESTROYS => unreach-call=false no-data-race=false
// variant: -DREADS --reduction mpor => unreach-call=false no-data-race=false
// engines: bmc-eager
// variant: -DOTHER_LOCK --reduction mpor => unreach-call=false no-data-race=false
// engines: bmc-eager
// variant: -DSECTION --reduction sir => unreach-call=false no-data-race=false
// engines: bmc-eager
// variant: -DTRIES --reduction mpor => unreach-call=false
// engines: bmc-eager
// variant: -DWAITS_A_WHILE --reduction sir => unreach-call=false
// engines: bmc-eager
// variant: -DDESTROYS --reduction mpor => unreach-call=false no-data-race=false
// engines: bmc-eager
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
#ifdef READS_ATOMICALLY
static _Atomic int value;
#else
static int value;
#endif

static void *changes(void *unused) {
  pthread_mutex_lock(&lock);
  value = 1;
  value = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  int seen = 0;
  pthread_create(&first, 0, changes, 0);
  pthread_create(&second, 0, changes, 0);
  pthread_mutex_lock(&lock);
  seen = value;
  pthread_mutex_unlock(&lock);
  assert(seen == 0);
#if defined READS || defined READS_ATOMICALLY
  seen = value;
#elif defined OTHER_LOCK
  pthread_mutex_lock(&other);
  seen = value;
  pthread_mutex_unlock(&other);
#elif defined SECTION
  __VERIFIER_atomic_begin();
  seen = value;
  __VERIFIER_atomic_end();
#elif defined COPIES
  static struct { int was[1]; } copy;
  memcpy(&copy, (void *)&value, sizeof copy);
  seen = copy.was[0];
#elif defined TRIES
  seen = pthread_mutex_trylock(&lock);
  if (seen == 0) pthread_mutex_unlock(&lock);
#elif defined WAITS_A_WHILE
  struct timespec soon = {0, 1};
  seen = pthread_mutex_timedlock(&lock, &soon);
  if (seen == 0) pthread_mutex_unlock(&lock);
#elif defined DESTROYS
  seen = pthread_mutex_destroy(&lock);
  if (seen == 0) pthread_exit(0);
#endif
  assert(seen == 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(value == 0);
  return 0;
}
