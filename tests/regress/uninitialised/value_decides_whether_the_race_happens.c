// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=unknown unreach-call=unknown
// variant: -DBOTH_WAYS => no-data-race=true unreach-call=true
// The race and the failure happen for one value only, which the block need not have.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
  if (*(int *)argument == 1234567) {
#ifdef BOTH_WAYS
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
#else
    count++;
    assert(0);
#endif
  }
  return NULL;
}

int main(void) {
  int *block = malloc(sizeof *block);
  pthread_t one, two;
  pthread_create(&one, NULL, run, block);
  pthread_create(&two, NULL, run, block);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
