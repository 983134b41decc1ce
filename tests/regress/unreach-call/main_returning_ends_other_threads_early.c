// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-deadlock=true no-data-race=true
// variant: -DMAIN_LEAVES_WITH_PTHREAD_EXIT => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never, go;

static void *waiter(void *arg) {
  (void)arg;
  sem_wait(&go);
  sem_wait(&never);
  return NULL;
}
static void *late(void *arg) {
  sem_wait((sem_t *)arg);
  assert(0);
  return NULL;
}
int main(void) {
  pthread_t t, u;
  sem_init(&never, 0, 0);
  sem_init(&go, 0, 0);
  pthread_create(&t, NULL, waiter, NULL);
  sem_post(&go);
#ifdef MAIN_LEAVES_WITH_PTHREAD_EXIT
  pthread_create(&u, NULL, late, &never);
  sem_post(&never);
  sem_post(&never);
  pthread_exit(NULL);
#else
  (void)u;
  (void)late;
#endif
  return 0;
}
