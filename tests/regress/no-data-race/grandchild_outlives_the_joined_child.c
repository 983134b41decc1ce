// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 10
#include <pthread.h>

static int value;

static void *grandchild(void *arg) {
  (void)arg;
  value = 2;
  return NULL;
}
static void *child(void *arg) {
  pthread_t t;
  (void)arg;
  pthread_create(&t, NULL, grandchild, NULL);
  pthread_detach(t);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, child, NULL);
  pthread_join(t, NULL);
  return value;
}
