// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// Independent reads of independent writes: under sequential consistency the readers agree on the order of the two writes.
// variant: -DREADERS_DISAGREE => unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b, c, d;

static void *write_x(void *arg) {
  (void)arg;
  x = 1;
  return NULL;
}
static void *write_y(void *arg) {
  (void)arg;
  y = 1;
  return NULL;
}
static void *read_xy(void *arg) {
  (void)arg;
  a = x;
  b = y;
  return NULL;
}
static void *read_yx(void *arg) {
  (void)arg;
  c = y;
  d = x;
  return NULL;
}
int main(void) {
  void *(*bodies[4])(void *) = {write_x, write_y, read_xy, read_yx};
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, bodies[i], NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
#ifdef READERS_DISAGREE
  assert(!(a == 1 && b == 0 && c == 1 && d == 0));
#else
  assert(!(a == 1 && b == 0 && c == 0));
#endif
  return 0;
}
