// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 11
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *child(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  value++;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, child, NULL);
  pthread_mutex_lock(&lock);
  pthread_join(t, NULL);
  pthread_mutex_unlock(&lock);
  return 0;
}
