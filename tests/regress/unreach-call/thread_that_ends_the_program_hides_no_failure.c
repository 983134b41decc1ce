// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: auto; explore; impact false|unknown
// variant: -DABORT => unreach-call=false
// engines: explore; impact false|unknown
// variant: -DASSUME => unreach-call=false
// engines: explore; impact false|unknown
// variant: -DHOLDS => unreach-call=true
// engines: auto; explore; impact
// The first thread ends the program, or the execution, before it does anything that others notice. It disturbs nobody,
// but the second one may fail before that.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
static int seen, never;

static void *ends(void *unused) {
#if defined ABORT
  if (never == 0) abort();
#elif defined ASSUME
  __VERIFIER_assume(never == 1);
#else
  exit(0);
#endif
  return unused;
}

static void *fails(void *unused) {
  seen = 1;
#ifdef HOLDS
  if (seen == 2) reach_error();
#else
  if (seen == 1) reach_error();
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, ends, 0);
  pthread_create(&b, 0, fails, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
