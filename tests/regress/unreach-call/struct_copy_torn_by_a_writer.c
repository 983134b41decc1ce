// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// line: 23
// A struct assignment is not one step.
#include <assert.h>
#include <pthread.h>

struct point {
  int x, y, z, w;
};
static struct point shared;

static void *mover(void *arg) {
  (void)arg;
  struct point p = {1, 1, 1, 1};
  shared = p;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, mover, NULL);
  struct point seen = shared;
  assert(seen.x == seen.w);
  pthread_join(t, NULL);
  return 0;
}
