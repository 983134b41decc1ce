// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true unreach-call=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer(void *arg) {
  (void)arg;
  data = 9;
  ready = 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  if (ready) assert(data == 9);
  pthread_join(t, NULL);
  return 0;
}
