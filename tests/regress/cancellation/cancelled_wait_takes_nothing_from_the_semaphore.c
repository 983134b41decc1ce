// SPDX-License-Identifier: GPL-3.0-or-later
// A request ends the wait of a blocked thread, which would otherwise block the thread that joins it for ever. What is posted
// afterwards is still there. If it is posted at the same time, the wait may take it and go on.
// expect: unreach-call=true no-deadlock=true no-data-race=true
// variant: -DNOBODY_CANCELS => no-deadlock=false
// variant: -DPOST_BEFORE_JOIN -DTAKEN_IF_CANCELLED => unreach-call=true no-deadlock=true
// variant: -DPOST_BEFORE_JOIN -DNEVER_TAKEN => unreach-call=false
// variant: -DPOST_BEFORE_JOIN -DALWAYS_TAKEN => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t items;
static int taken;

static void *worker(void *unused) {
  sem_wait(&items);
  taken = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result = NULL;
  sem_init(&items, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
#ifndef NOBODY_CANCELS
  pthread_cancel(thread);
#endif
#ifdef POST_BEFORE_JOIN
  sem_post(&items);
#endif
  pthread_join(thread, &result);
#ifndef POST_BEFORE_JOIN
  sem_post(&items);
#endif
#ifdef NEVER_TAKEN
  assert(!taken);
#elif defined ALWAYS_TAKEN
  assert(taken);
#else
  assert((result == PTHREAD_CANCELED) == !taken);
  if (!taken) sem_wait(&items);
  assert(sem_trywait(&items) != 0);
#endif
  return 0;
}
