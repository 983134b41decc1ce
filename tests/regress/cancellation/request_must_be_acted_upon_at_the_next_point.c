// SPDX-License-Identifier: GPL-3.0-or-later
// The request is there before the thread comes to the point, so the thread ends there; each of these calls is such a point.
// expect: unreach-call=true no-deadlock=true
// variant: -DPOINT="sleep(1)" => unreach-call=true no-deadlock=true
// variant: -DPOINT="sem_wait(&full)" => unreach-call=true no-deadlock=true
// variant: -DPOINT="sem_timedwait(&full,&soon)" => unreach-call=true no-deadlock=true
// variant: -DPOINT="pthread_join(other,0)" => unreach-call=true no-deadlock=true
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
static pthread_t other;
static struct timespec soon;

static void *nothing(void *unused) { return unused; }

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
  (void)soon;
  sem_init(&full, 0, 1);
  sem_init(&go, 0, 0);
  pthread_create(&other, NULL, nothing, NULL);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  sem_post(&go);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
