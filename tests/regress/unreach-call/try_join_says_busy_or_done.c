// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DALWAYS_DONE => unreach-call=false
// variant: -DNEVER_DONE => unreach-call=false
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int value;

static void *worker(void *arg) {
  value = 3;
  return arg;
}
int main(void) {
  pthread_t t;
  void *result = NULL;
  struct timespec until = {1, 0};
  pthread_create(&t, NULL, worker, &value);
  int rc = pthread_tryjoin_np(t, &result);
#ifdef ALWAYS_DONE
  assert(rc == 0);
#endif
#ifdef NEVER_DONE
  assert(rc != 0);
#endif
  if (rc == EBUSY) {
    rc = pthread_timedjoin_np(t, &result, &until);
    assert(rc == 0 || rc == ETIMEDOUT);
    if (rc == ETIMEDOUT) rc = pthread_join(t, &result);
  }
  assert(rc == 0 && result == &value && value == 3);
  return 0;
}
