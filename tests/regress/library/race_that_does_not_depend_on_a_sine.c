// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody knows the last bit of a sine. What happens whatever it is does happen.
// expect: no-data-race=false
// variant: -DDEPENDS => no-data-race=unknown
// variant: -DINDEX => no-data-race=unknown
// variant: -DERRNO => no-data-race=unknown
// variant: -DASSERTION => unreach-call=false
// variant: -DASSERTION -DDEPENDS => unreach-call=unknown
// variant: -DNO_JOIN => no-deadlock=false
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>

static int count, parts[3];
static double sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *x) {
  double v = cos(*(int *)x);
#ifdef ASSERTION
  sum = v * 2 + 1;
#ifdef DEPENDS
  if (sum < -100) count = 1;
#else
  count = 1;
#endif
  assert(count == 0);
#elif defined NO_JOIN
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
#elif defined DEPENDS
  if (v > 2) count++;
#elif defined INDEX
  parts[(int)v + 1]++;
#elif defined ERRNO
  if (errno == EDOM) count++;
#else
  count += v > 2;
#endif
  return x;
}

int main(void) {
  int i = 1;
  pthread_t t, u;
  pthread_create(&t, NULL, work, &i);
#ifndef ASSERTION
  pthread_create(&u, NULL, work, &i);
  pthread_join(u, NULL);
#endif
  pthread_join(t, NULL);
  return 0;
}
