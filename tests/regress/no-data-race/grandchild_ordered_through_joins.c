// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true unreach-call=true
#include <assert.h>
#include <pthread.h>

static int value;

static void *grandchild(void *arg) {
  (void)arg;
  value = value * 2;
  return NULL;
}
static void *child(void *arg) {
  pthread_t t;
  (void)arg;
  value = value + 1;
  pthread_create(&t, NULL, grandchild, NULL);
  pthread_join(t, NULL);
  value = value + 3;
  return NULL;
}
int main(void) {
  pthread_t t;
  value = 4;
  pthread_create(&t, NULL, child, NULL);
  pthread_join(t, NULL);
  assert(value == 13);
  return 0;
}
