// SPDX-License-Identifier: GPL-3.0-or-later
// Requests are no accesses of the program: two at a time are no race. The second one changes nothing.
// expect: no-data-race=true unreach-call=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t target;

static void *wait(void *unused) {
  for (;;) pthread_testcancel();
  return unused;
}
static void *cancel(void *unused) {
  pthread_cancel(target);
  return unused;
}

int main(void) {
  pthread_t other;
  void *result;
  pthread_create(&target, NULL, wait, NULL);
  pthread_create(&other, NULL, cancel, NULL);
  pthread_cancel(target);
  pthread_join(other, NULL);
  pthread_join(target, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
