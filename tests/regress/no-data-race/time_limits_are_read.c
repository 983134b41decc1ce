// SPDX-License-Identifier: GPL-3.0-or-later
// A sleep, and a call with a time limit, reads the time that it is given.
// expect: no-data-race=false unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; invariants no-data-race=unknown
// line: 49
// variant: -DCALL=pthread_mutex_timedlock(&lock,&until) => no-data-race=false
// engines: explore; bmc-order
// variant: -DCALL=pthread_rwlock_timedrdlock(&rwlock,&until) => no-data-race=false
// engines: explore; bmc-order
// variant: -DCALL=pthread_rwlock_timedwrlock(&rwlock,&until) => no-data-race=false
// engines: explore; bmc-order
// variant: -DCALL=sem_timedwait(&semaphore,&until) => no-data-race=false
// engines: explore; bmc-order
// variant: -DCALL=clock_nanosleep(CLOCK_REALTIME,0,&until,NULL) => no-data-race=false
// engines: explore; bmc-order
// variant: -DCALL=waits_for_a_condition() => no-data-race=false
// engines: explore; bmc-order
// variant: -DPASSES_ITS_OWN => no-data-race=true unreach-call=true no-deadlock=true
// engines: explore; auto
// variant: -DPASSES_NULL --property valid-memsafety => valid-memsafety=false
// engines: explore
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#ifndef CALL
#define CALL nanosleep(&until, NULL)
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static struct timespec until;

void waits_for_a_condition(void) {
  pthread_mutex_lock(&lock);
  pthread_cond_timedwait(&changed, &lock, &until);
  pthread_mutex_unlock(&lock);
}

static void *waits(void *unused) {
#if defined(PASSES_ITS_OWN)
  struct timespec own = {1, 0};
  nanosleep(&own, NULL);
  if (pthread_mutex_timedlock(&lock, &own) == 0) pthread_mutex_unlock(&lock);
#elif defined(PASSES_NULL)
  nanosleep(NULL, NULL);
#else
  CALL;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, waits, NULL);
  until.tv_sec = 1;
  pthread_join(thread, NULL);
}
