// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false unreach-call=true
// engines: explore; impact
// All wait. That the helper would fail behind its join does not mean that it goes on.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t go;
static pthread_t worker;
static void *work(void *arg) {
  sem_wait(&go);
  return arg;
}
static void *help(void *arg) {
  pthread_join(worker, 0);
  assert(0);
  return arg;
}
int main(void) {
  pthread_t helper;
  sem_init(&go, 0, 0);
  pthread_create(&worker, 0, work, 0);
  pthread_create(&helper, 0, help, 0);
  pthread_join(helper, 0);
  sem_post(&go);
}
