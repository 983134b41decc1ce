// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// files: shared_counter.c
// Two files in one check: the counter and its lock live in the other file, and one caller goes round the lock.
#include <assert.h>
#include <pthread.h>

#include "shared_counter.h"

static void *polite(void *arg) {
  (void)arg;
  counter_add(1);
  return NULL;
}
static void *rude(void *arg) {
  (void)arg;
  counter_value = counter_value + 1;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, polite, NULL);
  pthread_create(&b, NULL, rude, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter_value == 2);
  return 0;
}
