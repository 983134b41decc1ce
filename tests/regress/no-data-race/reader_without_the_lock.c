// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 19
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int length;

static void *writer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  length = 3;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t w;
  pthread_create(&w, NULL, writer, NULL);
  int seen = length;
  pthread_join(w, NULL);
  return seen;
}
