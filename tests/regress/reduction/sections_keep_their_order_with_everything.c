// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: bmc-eager; explore
// variant: --reduction mpor => unreach-call=false
// engines: bmc-eager
// variant: --reduction sir => unreach-call=false
// engines: bmc-eager
// variant: -DONE_SECTION --reduction mpor => unreach-call=true
// engines: bmc-eager
// variant: -DONE_SECTION --reduction sir => unreach-call=true
// engines: bmc-eager
// Two sections of `mover` leave the sum wrong in between, where `checker` can look. The sections of different threads
// touch several variables each: none of them may be moved by what one access alone depends on.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int left = 5, right, moves;

static void *mover(void *unused) {
  __VERIFIER_atomic_begin();
  --left;
#ifndef ONE_SECTION
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
#endif
  ++right;
  ++moves;
  __VERIFIER_atomic_end();
  return unused;
}

static void *checker(void *unused) {
  __VERIFIER_atomic_begin();
  int l = left, r = right;
  __VERIFIER_atomic_end();
  assert(l + r == 5);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, mover, 0);
  pthread_create(&b, 0, checker, 0);
  pthread_create(&c, 0, mover, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
