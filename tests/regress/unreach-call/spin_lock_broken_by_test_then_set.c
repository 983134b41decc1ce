// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy;
static int total;

static void *add(void *arg) {
  while (busy) {
  }
  busy = 1;
  total += *(int *)arg;
  busy = 0;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int three = 3, four = 4;
  pthread_create(&a, NULL, add, &three);
  pthread_create(&b, NULL, add, &four);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 7);
  return 0;
}
