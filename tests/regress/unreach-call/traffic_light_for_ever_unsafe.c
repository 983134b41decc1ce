// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// line: 23
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int north_green, east_green;

static int is_red(int *light) {
  pthread_mutex_lock(&lock);
  int red = !*light;
  pthread_mutex_unlock(&lock);
  return red;
}
static void *controller(void *arg) {
  int *mine = arg ? &north_green : &east_green;
  int *other = arg ? &east_green : &north_green;
  for (;;) {
    if (!is_red(other)) continue;
    pthread_mutex_lock(&lock);
    *mine = !*mine;
    assert(!(north_green && east_green));
    pthread_mutex_unlock(&lock);
  }
}
int main(void) {
  pthread_t n, e;
  pthread_create(&n, NULL, controller, &lock);
  pthread_create(&e, NULL, controller, NULL);
  pthread_join(n, NULL);
  pthread_join(e, NULL);
  return 0;
}
