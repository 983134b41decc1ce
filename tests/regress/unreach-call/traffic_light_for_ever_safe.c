// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// Two endless controllers: infinitely long executions, finitely many states.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int north_green, east_green;

static void *north(void *arg) {
  (void)arg;
  for (;;) {
    pthread_mutex_lock(&lock);
    if (!east_green) north_green = !north_green;
    assert(!(north_green && east_green));
    pthread_mutex_unlock(&lock);
  }
}
static void *east(void *arg) {
  (void)arg;
  for (;;) {
    pthread_mutex_lock(&lock);
    if (!north_green) east_green = !east_green;
    assert(!(north_green && east_green));
    pthread_mutex_unlock(&lock);
  }
}
int main(void) {
  pthread_t n, e;
  pthread_create(&n, NULL, north, NULL);
  pthread_create(&e, NULL, east, NULL);
  pthread_join(n, NULL);
  pthread_join(e, NULL);
  return 0;
}
