// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-deadlock=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static void *buyer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  if (stock == 0) abort();
  stock--;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, buyer, NULL);
  pthread_create(&b, NULL, buyer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(0);
  return 0;
}
