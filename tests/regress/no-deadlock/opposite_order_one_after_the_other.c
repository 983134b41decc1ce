// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *up(void *arg) {
  (void)arg;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}
static void *down(void *arg) {
  (void)arg;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, up, NULL);
  pthread_join(t, NULL);
  pthread_create(&t, NULL, down, NULL);
  pthread_join(t, NULL);
  return 0;
}
