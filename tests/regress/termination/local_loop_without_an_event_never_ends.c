// SPDX-License-Identifier: GPL-3.0-or-later
// The loop touches nothing that is shared: the thread runs on and nobody can see it. Powers of 3 are odd, also as bytes.
// expect: termination=false
// variant: -DIN_A_THREAD => termination=false
// variant: -DEVEN => termination=true
// variant: -DEVEN -DIN_A_THREAD => termination=true
#include <pthread.h>
#include <stddef.h>

#ifdef EVEN
enum { FACTOR = 2 };
#else
enum { FACTOR = 3 };
#endif

static void *multiply(void *unused) {
  unsigned char n = 1;
  while (n) n *= FACTOR;
  return unused;
}

int main(void) {
#ifdef IN_A_THREAD
  pthread_t t;
  pthread_create(&t, NULL, multiply, NULL);
  pthread_join(t, NULL);
#else
  multiply(NULL);
#endif
  return 0;
}
