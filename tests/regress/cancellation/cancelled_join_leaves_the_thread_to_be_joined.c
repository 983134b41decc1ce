// SPDX-License-Identifier: GPL-3.0-or-later
// The helper is cancelled while it waits for the worker, who waits for main; main can then join the worker itself.
// expect: no-deadlock=true unreach-call=true
// variant: -DNOBODY_CANCELS => no-deadlock=false
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t go;
static pthread_t worker;

static void *work(void *unused) {
  sem_wait(&go);
  return unused;
}
static void *help(void *unused) {
  pthread_join(worker, NULL);
  assert(0 && "the worker cannot have ended");
  return unused;
}

int main(void) {
  pthread_t helper;
  void *result = NULL;
  sem_init(&go, 0, 0);
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&helper, NULL, help, NULL);
#ifndef NOBODY_CANCELS
  pthread_cancel(helper);
#endif
  pthread_join(helper, &result);
  assert(result == PTHREAD_CANCELED);
  sem_post(&go);
  pthread_join(worker, &result);
  assert(result == NULL);
  return 0;
}
