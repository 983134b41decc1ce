// SPDX-License-Identifier: GPL-3.0-or-later
// A handler that was popped does not run. The others run in reverse order, with nobody listening to requests any more, whatever they say; values of keys are destroyed
// after that. So it is for a cancelled thread and for one that calls pthread_exit.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBY_EXIT => unreach-call=true no-data-race=true no-deadlock=true
// variant: -DBY_EXIT -DWRONG_ORDER => unreach-call=false
// variant: -DWRONG_ORDER => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_key_t key;
static int order;

static void note(void *digit) {
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
  pthread_testcancel();
  order = order * 10 + *(int *)digit;
}
static void destroy(void *value) {
  pthread_testcancel();
  order = order * 10 + 9;
  free(value);
}

static void *worker(void *unused) {
  int one = 1, two = 2, three = 3, four = 4;
  pthread_setspecific(key, malloc(1));
  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &two);
  pthread_cleanup_push(note, &three);
  pthread_cleanup_pop(0);
  pthread_cleanup_push(note, &four);
  pthread_cleanup_pop(1);
#ifdef BY_EXIT
  pthread_exit(unused);
#else
  for (;;) pthread_testcancel();
#endif
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, worker, NULL);
#ifndef BY_EXIT
  pthread_cancel(thread);
#endif
  pthread_join(thread, NULL);
#ifdef WRONG_ORDER
  assert(order != 4219 && order != 219);
#else
  assert(order == 4219 || order == 219);
#endif
  return 0;
}
