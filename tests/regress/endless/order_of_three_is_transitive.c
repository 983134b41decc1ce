// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact
// variant: -DWRONG_KEY => unreach-call=false|unknown
// variant: -DDIFFERENCE => unreach-call=false|unknown
// Three threads compare two records each, by three keys one after the other: if the first is before the second and the
// second before the third, then the first is before the third. Each thread has many ways to go, which meet again.
#include <pthread.h>

extern void __assert_fail(const char*, const char*, unsigned, const char*) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);

struct record {
  int first, second, third;
};
static struct record a, b, c;
static int ab, bc, ac;

static int order(int x, int y) {
#ifdef DIFFERENCE
  return (int)((unsigned)x - (unsigned)y);
#else
  return x < y ? -1 : x > y ? 1 : 0;
#endif
}

#define COMPARE(result, x, y)                          \
  result = order(x.first, y.first);                    \
  if (result == 0) result = order(x.second, y.second); \
  if (result == 0) result = order(x.third, y.third);

static void* one(void* unused) {
  COMPARE(ab, a, b)
  return unused;
}

static void* two(void* unused) {
  COMPARE(bc, b, c)
  return unused;
}

static void* three(void* unused) {
#ifdef WRONG_KEY
  ac = order(a.first, c.first);
  if (ac == 0) ac = order(a.third, c.third);
#else
  COMPARE(ac, a, c)
#endif
  return unused;
}

static void read(struct record* r) {
  r->first = __VERIFIER_nondet_int();
  r->second = __VERIFIER_nondet_int();
  r->third = __VERIFIER_nondet_int();
}

int main(void) {
  pthread_t t, u, v;
  read(&a);
  read(&b);
  read(&c);
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, two, 0);
  pthread_create(&v, 0, three, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  if (ab < 0 && bc < 0 && ac >= 0) __assert_fail("ac < 0", __FILE__, 0, "main");
  return 0;
}
