// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false no-deadlock=true
#include <pthread.h>

static pthread_mutex_t read_lock = PTHREAD_MUTEX_INITIALIZER, write_lock = PTHREAD_MUTEX_INITIALIZER;
static int length;

static void *reader(void *arg) {
  pthread_mutex_lock(&read_lock);
  *(int *)arg = length;
  pthread_mutex_unlock(&read_lock);
  return NULL;
}
static void *writer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&write_lock);
  length = 3;
  pthread_mutex_unlock(&write_lock);
  return NULL;
}
int main(void) {
  pthread_t r, w;
  int seen;
  pthread_create(&r, NULL, reader, &seen);
  pthread_create(&w, NULL, writer, NULL);
  pthread_join(r, NULL);
  pthread_join(w, NULL);
  return 0;
}
