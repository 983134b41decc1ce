// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: auto; bmc-order
// Zeros are what PTHREAD_MUTEX_INITIALIZER and the like are on Linux; C11's mtx_t and cnd_t and sem_t work from zeros as well.
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

static pthread_mutex_t mutex;
static pthread_cond_t condition;
static pthread_rwlock_t rwlock;
static mtx_t c11_mutex;
static cnd_t c11_condition;
static sem_t semaphore;
static int shared;

static void *run(void *unused) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  mtx_lock(&c11_mutex);
  cnd_broadcast(&c11_condition);
  mtx_unlock(&c11_mutex);
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&mutex);
  while (shared == 0) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  sem_wait(&semaphore);
  pthread_join(thread, NULL);
}
