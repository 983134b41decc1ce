// SPDX-License-Identifier: GPL-3.0-or-later
// A thread keeps a lock and spins; another one waits for that lock all the time, which is fair.
//
// expected: termination false
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int word;

static void *spins(void *unused) {
  pthread_mutex_lock(&lock);
  while (word == 0) {
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *waits(void *unused) {
  pthread_mutex_lock(&lock);
  word = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, spins, NULL);
  pthread_create(&two, NULL, waits, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
