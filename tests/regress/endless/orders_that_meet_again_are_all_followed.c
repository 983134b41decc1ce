// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact
// variant: -DONE_ORDER => unreach-call=false
// engines: explore; impact false|unknown
// variant: -DOTHER_ORDER => unreach-call=false
// engines: explore; impact false|unknown
// Two threads change one number, and which of them comes first matters: (3 + 1) * 2 or 3 * 2 + 1. Both orders lead to
// the same place, and both numbers are there.
#include <pthread.h>
extern void reach_error(void);
static int n = 3;
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static void* adds(void* unused) {
  __VERIFIER_atomic_begin();
  n = n + 1;
  __VERIFIER_atomic_end();
  return unused;
}

static void* doubles(void* unused) {
  __VERIFIER_atomic_begin();
  n = n * 2;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, adds, 0);
  pthread_create(&b, 0, doubles, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef ONE_ORDER
  if (n != 8) reach_error();
#elif defined OTHER_ORDER
  if (n != 7) reach_error();
#else
  if (n != 7 && n != 8) reach_error();
#endif
  return 0;
}
