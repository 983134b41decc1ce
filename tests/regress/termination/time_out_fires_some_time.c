// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true
// engines: explore; lasso unknown
// flags: --contexts 3
// variant: -DNEVER => termination=false
// engines: explore; lasso
// Nobody answers. The wait ends because the time-out is a choice that comes out true if it is asked for again and again.
#include <pthread.h>
#include <stdatomic.h>

extern int __heddle_fair_choice(void);
extern _Bool __VERIFIER_nondet_bool(void);

static atomic_int asked;

static void *asks(void *unused) {
  asked = 1;
#ifdef NEVER
  while (!__VERIFIER_nondet_bool()) asked = 1;
#else
  while (!__heddle_fair_choice()) asked = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, asks, NULL);
  pthread_create(&two, NULL, asks, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
