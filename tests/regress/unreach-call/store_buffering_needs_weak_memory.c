// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int saw_x, saw_y;

static void *left(void *arg) {
  (void)arg;
  x = 1;
  saw_y = y;
  return NULL;
}
static void *right(void *arg) {
  (void)arg;
  y = 1;
  saw_x = x;
  return NULL;
}
int main(void) {
  pthread_t l, r;
  pthread_create(&l, NULL, left, NULL);
  pthread_create(&r, NULL, right, NULL);
  pthread_join(l, NULL);
  pthread_join(r, NULL);
  assert(saw_x || saw_y);
  return 0;
}
