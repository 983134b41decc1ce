// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// One condition and `signal`: it may wake one of the same kind, and the token is lost. Two producers, two consumers, one slot.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *producer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  while (full) pthread_cond_wait(&changed, &lock);
  full = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}
static void *consumer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  while (!full) pthread_cond_wait(&changed, &lock);
  full = 0;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, i % 2 ? producer : consumer, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  return 0;
}
