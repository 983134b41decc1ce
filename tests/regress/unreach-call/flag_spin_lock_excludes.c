// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int total;

static void *add(void *arg) {
  while (atomic_flag_test_and_set(&busy)) {
  }
  total += *(int *)arg;
  atomic_flag_clear(&busy);
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
