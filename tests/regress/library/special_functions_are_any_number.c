// SPDX-License-Identifier: GPL-3.0-or-later
// Threads use functions whose last bit nobody knows. lgamma tells the sign in one object.
// expect: no-data-race=true
// variant: -DSIGN => no-data-race=unknown
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>

static double sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
  double x = 2.5, sine, cosine;
  int sign;
  sincos(x, &sine, &cosine);
  x = erf(x) + erfc(x) + tgamma(x) + j0(x) + y1(x) + asinh(x) + sine + cosine + lgamma_r(x, &sign);
#ifdef SIGN
  x += lgamma(x);
#endif
  pthread_mutex_lock(&lock);
  sum += x;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return sum > 0;
}
