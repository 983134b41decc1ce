// SPDX-License-Identifier: GPL-3.0-or-later
// A pipe is a queue: who reads from an empty one waits, and what was done before the write is seen after the read.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DNOTHING_WRITTEN => no-deadlock=false
// variant: -DCLOSED => unreach-call=true no-data-race=true no-deadlock=true
// variant: -DTOO_EARLY => no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;

static void *writer(void *unused) {
#ifdef CLOSED
  close(ends[1]);
  return unused;
#endif
  data = 42;
#ifndef NOTHING_WRITTEN
  char c = 'x';
  assert(write(ends[1], &c, 1) == 1);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  assert(ends[0] != ends[1] && ends[0] > 2);
  pthread_create(&t, NULL, writer, NULL);
#ifdef TOO_EARLY
  data = 1;
#endif
  char c = 0;
  ssize_t n = read(ends[0], &c, 1);
#ifdef CLOSED
  assert(n == 0);
#else
  assert(n == 1 && c == 'x' && data == 42);
#endif
  pthread_join(t, NULL);
  return 0;
}
