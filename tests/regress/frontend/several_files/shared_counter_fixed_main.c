// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// files: shared_counter.c
#include <assert.h>
#include <pthread.h>

#include "shared_counter.h"

static void *polite(void *arg) {
  counter_add((int)(long)arg);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, polite, (void *)1L);
  pthread_create(&b, NULL, polite, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter_value == 3);
  return 0;
}
