// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true unreach-call=true
#include <pthread.h>

static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *visit(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  hits++;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, visit, NULL);
  pthread_create(&b, NULL, visit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return hits;
}
