// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 12
// Main holds the lock while the child writes without it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *child(void *arg) {
  (void)arg;
  shared = 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&lock);
  pthread_create(&t, NULL, child, NULL);
  shared = 2;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
