// SPDX-License-Identifier: GPL-3.0-or-later
// The request is there before the thread comes to the point, so the thread ends there; each of these calls is such a point. A join of
// a thread that has ended already need not act: in the GNU C library it does not.
// expect: unreach-call=true no-deadlock=true
// variant: -DPOINT="sleep(1)" => unreach-call=true no-deadlock=true
// variant: -DPOINT="sem_wait(&full)" => unreach-call=true no-deadlock=true
// variant: -DPOINT="sem_timedwait(&full,&soon)" => unreach-call=true no-deadlock=true
// variant: -DPOINT="pthread_join(first,0)" => unreach-call=true no-deadlock=true
// variant: -DPOINT="pthread_join(ended,0)" => unreach-call=false no-deadlock=true
// variant: -DPOINT="wait_for_ever()" => unreach-call=true no-deadlock=true
// variant: -DPOINT="wait_for_ever()" -DTIMED => unreach-call=true no-deadlock=true
// variant: -DPOINT="usleep(1)" => unreach-call=true no-deadlock=true
// variant: -DPOINT="sched_yield()" => unreach-call=false no-deadlock=true
// variant: -DPOINT="sem_trywait(&full)" => unreach-call=false no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#ifndef POINT
#define POINT pthread_testcancel()
#endif

static sem_t full, go;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_t first, ended;
static struct timespec soon;

static void *nothing(void *unused) { return unused; }

static void wait_for_ever(void) {
  pthread_mutex_lock(&lock);
#ifdef TIMED
  pthread_cond_timedwait(&never, &lock, &soon);
#else
  pthread_cond_wait(&never, &lock);
#endif
}

static void *worker(void *unused) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_wait(&go);
  pthread_setcancelstate(old, NULL);
  POINT;
  assert(0 && "the request was not acted upon");
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  (void)wait_for_ever;
  first = pthread_self();
  sem_init(&full, 0, 1);
  sem_init(&go, 0, 0);
  pthread_create(&ended, NULL, nothing, NULL);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  sem_post(&go);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
