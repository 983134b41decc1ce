// SPDX-License-Identifier: GPL-3.0-or-later
// The first thread is a thread like others: it ends, and the program goes on.
// expect: unreach-call=true no-deadlock=true
// variant: -DREACHED => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t first;
static int cleaned;

static void clean(void *unused) {
  (void)unused;
  cleaned = 1;
}

static void *worker(void *unused) {
  void *result;
  pthread_cancel(first);
  pthread_join(first, &result);
  assert(result == PTHREAD_CANCELED && cleaned);
#ifdef REACHED
  assert(0);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  first = pthread_self();
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cleanup_push(clean, NULL);
  pthread_join(thread, NULL);
  assert(0 && "the worker waits for this thread");
  pthread_cleanup_pop(0);
  return 0;
}
