// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true
// variant: -DBYTE => termination=true
// variant: -DBUG -DBYTE => termination=false
// i grows by one in every round and the loop ends when it reaches n, which nobody changes meanwhile. With BUG, i <= 255 holds of every byte i.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
#ifdef BYTE
typedef unsigned char number;
#else
typedef unsigned number;
#endif
static number n;

static void *count(void *unused) {
#ifdef BUG
  for (number i = 0; i <= n; i++)
#else
  for (number i = 0; i < n; i++)
#endif
    ;
  return unused;
}

int main(void) {
  pthread_t one, two;
  n = (number)__VERIFIER_nondet_uint();
  pthread_create(&one, NULL, count, NULL);
  pthread_create(&two, NULL, count, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
