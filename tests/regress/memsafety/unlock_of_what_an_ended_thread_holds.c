// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg) {
  pthread_mutex_lock(&lock);
  return arg;
}
static void *second(void *arg) {
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, first, NULL);
  pthread_join(t, NULL);
  pthread_create(&t, NULL, second, NULL);
  pthread_join(t, NULL);
  return 0;
}
