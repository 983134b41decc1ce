// SPDX-License-Identifier: GPL-3.0-or-later
// Dates before 1900 and west of Greenwich, times after 2038, years that do not fit; one result for all threads.
// expect: unreach-call=false
// variant: -DWEST => unreach-call=false
// variant: -DLATE => unreach-call=false
// variant: -DFAR => unreach-call=false
// variant: -DNEAR => unreach-call=true
// variant: -DLOCALTIMES => no-data-race=false
// variant: -DCTIMES => no-data-race=false
// variant: -DTIME_READ => no-data-race=false
// variant: -DOWN_RESULTS => no-data-race=true
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static time_t shared;

static void *thread(void *unused) {
  time_t now = 0;
#if defined LOCALTIMES
  localtime(&now);
#elif defined CTIMES
  puts(ctime(&now));
#elif defined TIME_READ
  shared = 5;
#else
  struct tm own;
  localtime_r(&now, &own);
#endif
  (void)now;
  return unused;
}

int main(void) {
#if defined LOCALTIMES || defined CTIMES || defined TIME_READ || defined OWN_RESULTS
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
#ifdef TIME_READ
  ctime(&shared);
#else
  thread(NULL);
#endif
  pthread_join(t, NULL);
#else
  (void)thread;
  struct tm date;
  time_t now = 1;
#if defined WEST
  localtime_r(&now, &date);
  assert(date.tm_gmtoff >= 0);
#elif defined LATE
  assert(time(&now) <= 0x7fffffff);
#elif defined FAR
  now = LONG_MAX;
  assert(gmtime_r(&now, &date) != NULL);
#elif defined NEAR
  assert(gmtime_r(&now, &date) == &date && date.tm_mon >= 0 && date.tm_mon < 12);
#else
  gmtime_r(&now, &date);
  assert(date.tm_year >= 0);
#endif
#endif
  (void)shared;
  return 0;
}
