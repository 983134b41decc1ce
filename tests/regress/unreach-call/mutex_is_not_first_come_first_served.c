// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true no-deadlock=true
// line: 16
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int arrival;
static int served;

static void *client(void *arg) {
  (void)arg;
  int number = atomic_fetch_add(&arrival, 1);
  pthread_mutex_lock(&lock);
  assert(served == number);
  served++;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, client, NULL);
  pthread_create(&b, NULL, client, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
