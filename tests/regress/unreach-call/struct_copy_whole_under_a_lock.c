// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

struct point {
  int x, y, z, w;
};
static struct point shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *mover(void *arg) {
  struct point p = {1, 1, 1, 1};
  (void)arg;
  pthread_mutex_lock(&lock);
  shared = p;
  pthread_mutex_unlock(&lock);
  return NULL;
}
static struct point snapshot(void) {
  pthread_mutex_lock(&lock);
  struct point p = shared;
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, mover, NULL);
  struct point seen = snapshot();
  assert(seen.x == seen.y && seen.y == seen.z && seen.z == seen.w);
  pthread_join(t, NULL);
  return 0;
}
