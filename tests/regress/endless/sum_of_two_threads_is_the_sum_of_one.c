// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact
// variant: -DTWICE => unreach-call=false|unknown
// variant: -DNOT_ATOMIC => unreach-call=false|unknown
// variant: -DRESET => unreach-call=false|unknown
// variant: -DLARGEST => unreach-call=true
// variant: -DLARGEST -DRESET => unreach-call=false|unknown
// One thread adds up all numbers, two others add up a half each, to one sum. In which order these two add does not
// matter, also when the sum wraps around. The largest number of both halves is found in the same way.
#include <pthread.h>

extern void __assert_fail(const char*, const char*, unsigned, const char*) __attribute__((noreturn));
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

enum { kNumbers = 20 };
static unsigned number[kNumbers], middle, all, parts;

#ifdef LARGEST
static void add(unsigned* to, unsigned n) {
  if (*to < n) *to = n;
}
#else
static void add(unsigned* to, unsigned n) { *to += n; }
#endif

static void* whole(void* unused) {
  for (unsigned i = 0; i < kNumbers; i++) {
    __VERIFIER_atomic_begin();
    add(&all, number[i]);
    __VERIFIER_atomic_end();
  }
  return unused;
}

static void* lower(void* unused) {
  for (unsigned i = 0; i < middle; i++) {
#ifdef NOT_ATOMIC
    unsigned n = number[i] + parts;
    parts = n;
#else
    __VERIFIER_atomic_begin();
    add(&parts, number[i]);
    __VERIFIER_atomic_end();
#endif
  }
  return unused;
}

static void* upper(void* unused) {
#ifdef RESET
  __VERIFIER_atomic_begin();
  parts = 0;
  __VERIFIER_atomic_end();
#endif
#ifdef TWICE
  for (unsigned i = middle ? middle - 1 : 0; i < kNumbers; i++) {
#else
  for (unsigned i = middle; i < kNumbers; i++) {
#endif
    __VERIFIER_atomic_begin();
    add(&parts, number[i]);
    __VERIFIER_atomic_end();
  }
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  for (unsigned i = 0; i < kNumbers; i++) number[i] = __VERIFIER_nondet_uint();
  middle = __VERIFIER_nondet_uint();
  if (middle > kNumbers) return 0;
  pthread_create(&a, 0, whole, 0);
  pthread_create(&b, 0, lower, 0);
  pthread_create(&c, 0, upper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  if (all != parts) __assert_fail("all == parts", __FILE__, 0, "main");
  return 0;
}
