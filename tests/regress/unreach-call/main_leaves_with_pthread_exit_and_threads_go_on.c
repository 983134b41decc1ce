// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 2;

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  left--;
  assert(left >= 0);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  for (int i = 0; i < 2; i++) {
    pthread_create(&t, NULL, worker, NULL);
    pthread_detach(t);
  }
  pthread_exit(NULL);
}
