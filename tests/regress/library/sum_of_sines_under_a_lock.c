// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody knows the last bit of a sine. Whether threads race does not depend on it; what is computed from it is not known.
// expect: no-data-race=true no-deadlock=true
// variant: -DLARGE => unreach-call=unknown
// reason: any result of 
// variant: -DNO_NUMBER => unreach-call=unknown
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>

static double sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *which) {
  double x = sin((double)(long)which);
#ifdef NO_NUMBER
  errno = 0;
  x += log(x);
  assert(errno == 0);  // fails for numbers below 0
#endif
  pthread_mutex_lock(&lock);
  sum += x;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, (void *)(2 * i + 2));
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
#ifdef LARGE
  assert(sum < 2);
#endif
}
