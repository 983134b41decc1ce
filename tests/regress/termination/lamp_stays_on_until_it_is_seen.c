// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true no-data-race=true
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lamp, seen;

static void *blinker(void *arg) {
  (void)arg;
  lamp = 1;
  while (!seen) {
  }
  lamp = 0;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, blinker, NULL);
  while (!lamp) {
  }
  seen = 1;
  pthread_join(t, NULL);
  return 0;
}
