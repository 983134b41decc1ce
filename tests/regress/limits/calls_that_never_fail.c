// SPDX-License-Identifier: GPL-3.0-or-later
// Assumed: the system has enough memory and threads, and a weak compare-and-swap fails only when the values differ.
// expect: unreach-call=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;
static pthread_mutex_t lock;

static void *nothing(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  int expected = 0;
  int *block = malloc(sizeof *block);
  assert(block != NULL);
  assert(pthread_mutex_init(&lock, NULL) == 0);
  assert(pthread_create(&thread, NULL, nothing, NULL) == 0);
  assert(atomic_compare_exchange_weak(&flag, &expected, 1));
  pthread_join(thread, NULL);
  free(block);
}
