// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// variant: --reach own_error_through_pointer.c:45 => unreach-call=true
// engines: explore; bmc-order; bmc-lazy; impact
// variant: --reach own_error_through_pointer.c:37 => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; impact
// variant: -DOWN --reach own_error_through_pointer.c:45 => unreach-call=true
// engines: explore; bmc-order; impact
// variant: -DOWN --reach own_error_through_pointer.c:25 => unreach-call=false
// engines: explore; bmc-order; impact
// variant: -DWAY=2 --reach own_error_through_pointer.c:45 => unreach-call=true
// engines: explore; bmc-order; impact
// variant: -DWAY=3 --reach own_error_through_pointer.c:45 => unreach-call=true
// engines: explore; bmc-lazy; impact
// variant: -DOWN => unreach-call=false
// variant: -DWAY=3 => unreach-call=false
// The program's own errors end it, however they are called; they are not the line that was asked about.
// A body of reach_error runs first, since it may be the place that was asked for.
#include <assert.h>
#include <pthread.h>

#ifdef OWN
static int asked;
void reach_error(void) {
  asked = 1;
}
#endif
void reach_error(void), __VERIFIER_assert(int holds);

static int shared;
static void die(void (*how)(void)) { how(); }
static void claim(void (*how)(int), int what) { how(what); }
static void failed(void (*how)(const char *, const char *, unsigned, const char *)) { how("shared", "file", 1, "function"); }

static void *worker(void *arg) {
  if (shared != 0) return arg;
  shared = 1;
#if WAY == 2
  claim(__VERIFIER_assert, shared == 1), claim(__VERIFIER_assert, shared == 2);
#elif WAY == 3
  failed((void (*)(const char *, const char *, unsigned, const char *))__assert_fail), shared = 2;
#else
  die(reach_error);
#endif
  if (shared == 1) shared = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
