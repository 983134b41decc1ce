// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true
// variant: -DBUG => termination=false
// Nothing is done twice, so nothing goes on for ever; the inputs only choose a way. With BUG one of 2^64 pairs of inputs goes around for ever.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int product;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *multiply(void *unused) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
#ifdef BUG
  while (a == 41 && b == 1234567)
    ;
  a = b = 1;
#endif
  pthread_mutex_lock(&lock);
  product += a * b > 1000 ? a * b : a - b;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, multiply, NULL);
  multiply(NULL);
  pthread_join(other, NULL);
  return product == 7;
}
