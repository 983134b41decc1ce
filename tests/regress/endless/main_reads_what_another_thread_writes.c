// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true
// engines: impact
// variant: -DCROSSED => no-deadlock=true
// engines: impact
// variant: -DNESTED => no-deadlock=false
// engines: explore; impact
// Main reads under a lock for ever and another thread writes. A thread that waits for one of these does not wait for
// main when main holds nothing. With CROSSED a third thread reads under two locks in the other order than main: readers
// are in the way of the writer, but not of each other. With NESTED main takes a mutex while it reads, and the writer
// holds that mutex.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t second = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
  for (;;) {
#ifdef NESTED
    pthread_mutex_lock(&mutex);
#endif
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
#ifdef NESTED
    pthread_mutex_unlock(&mutex);
#endif
  }
  return arg;
}

#ifdef CROSSED
static void *reader(void *arg) {
  for (;;) {
    pthread_rwlock_rdlock(&second);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&second);
  }
  return arg;
}
#endif

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, writer, 0);
#ifdef CROSSED
  pthread_create(&other, 0, reader, 0);
#else
  (void)other;
  (void)second;
#endif
  for (;;) {
    pthread_rwlock_rdlock(&lock);
#ifdef CROSSED
    pthread_rwlock_rdlock(&second);
    pthread_rwlock_unlock(&second);
#elif defined NESTED
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
#else
    (void)mutex;
#endif
    pthread_rwlock_unlock(&lock);
  }
}
