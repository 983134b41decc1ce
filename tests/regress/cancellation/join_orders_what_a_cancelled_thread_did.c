// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true unreach-call=true no-deadlock=true
// variant: -DNOT_JOINED => no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int count;

static void add(void *unused) {
  (void)unused;
  count++;
}

static void *worker(void *unused) {
  pthread_cleanup_push(add, NULL);
  for (;;) pthread_testcancel();
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
#ifndef NOT_JOINED
  pthread_join(thread, NULL);
#endif
  count++;
#ifndef NOT_JOINED
  assert(count == 2);
#endif
  return 0;
}
