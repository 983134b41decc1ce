// SPDX-License-Identifier: GPL-3.0-or-later
// construct: semaphore
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A thread writes and posts a semaphore; main waits for it and reads. With BUG the semaphore begins with one.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#ifdef BUG
#define FIRST 1
#else
#define FIRST 0
#endif
static sem_t full;
static int data;

static void *produce(void *arg) {
  data = 7;
  sem_post(&full);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&full, 0, FIRST);
  pthread_create(&t, 0, produce, 0);
  sem_wait(&full);
  assert(data == 7);
  pthread_join(t, 0);
}
