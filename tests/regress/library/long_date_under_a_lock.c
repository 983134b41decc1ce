// SPDX-License-Identifier: GPL-3.0-or-later
// strftime may write any text that there is room for; any number of threads.
// expect: no-data-race=true
// engines: invariants
// variant: -DONE_BUFFER => no-data-race=unknown
#include <pthread.h>
#include <stdio.h>
#include <time.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;
#ifdef ONE_BUFFER
static char text[200];
#endif

static void *log_line(void *unused) {
#ifndef ONE_BUFFER
  char text[200];
#endif
  time_t now = time(NULL);
  struct tm date;
  localtime_r(&now, &date);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &date);
  pthread_mutex_lock(&lock);
  printf("%d %s\n", ++lines, text);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, NULL, log_line, NULL);
  return 0;
}
