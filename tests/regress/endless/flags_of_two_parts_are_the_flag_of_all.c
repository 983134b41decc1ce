// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact true|unknown
// variant: -DGAP => unreach-call=false|unknown
// Whether all numbers are below a limit: one thread looks at all of them, two others at a part each. What the three
// flags have in common is linear only as long as the flag of the first part has one of its two values. The proof was
// lost when threads that may end unnoticed stopped going alone (impact/swaps.h, can_always_go).
#include <pthread.h>

extern void __assert_fail(const char*, const char*, unsigned, const char*) __attribute__((noreturn));
extern unsigned __VERIFIER_nondet_uint(void);

enum { kNumbers = 1000 };
static unsigned number[kNumbers], middle, limit;
static _Bool all = 1, lower = 1, upper = 1;

static void* look_at_all(void* unused) {
  for (unsigned i = 0; i < kNumbers; i++) all = all && number[i] < limit;
  return unused;
}

static void* look_at_lower(void* unused) {
  for (unsigned i = 0; i < middle; i++) lower = lower && number[i] < limit;
  return unused;
}

static void* look_at_upper(void* unused) {
#ifdef GAP
  for (unsigned i = middle + 1; i < kNumbers; i++) upper = upper && number[i] < limit;
#else
  for (unsigned i = middle; i < kNumbers; i++) upper = upper && number[i] < limit;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  for (unsigned i = 0; i < kNumbers; i++) number[i] = __VERIFIER_nondet_uint();
  middle = __VERIFIER_nondet_uint();
  limit = __VERIFIER_nondet_uint();
  if (middle >= kNumbers) return 0;
  pthread_create(&a, 0, look_at_all, 0);
  pthread_create(&b, 0, look_at_lower, 0);
  pthread_create(&c, 0, look_at_upper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  if (all != (lower && upper)) __assert_fail("all == (lower && upper)", __FILE__, 0, "main");
  return 0;
}
