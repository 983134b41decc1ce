// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
#include <pthread.h>

static volatile int ready;
static int data;

static void *producer(void *arg) {
  (void)arg;
  data = 9;
  ready = 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  int seen = 0;
  pthread_create(&t, NULL, producer, NULL);
  if (ready) seen = data;
  pthread_join(t, NULL);
  return seen;
}
