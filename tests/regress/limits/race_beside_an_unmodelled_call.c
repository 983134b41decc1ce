// SPDX-License-Identifier: GPL-3.0-or-later
// One thread calls what has no model, and two others race without it: the race is found. A race of the first thread
// behind the call is none that anybody can show.
// expect: no-data-race=false
// engines: explore
// variant: -DBEHIND => no-data-race=unknown
// reason: depends on it
#include <pthread.h>

extern void frobnicate(void);

static int count;

static void *calls(void *unused) {
  frobnicate();
#ifdef BEHIND
  count++;
#endif
  return unused;
}
static void *counts(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, calls, NULL);
  pthread_create(&second, NULL, counts, NULL);
#ifndef BEHIND
  counts(NULL);
#endif
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
