// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: auto; bmc-order
// variant: -DWRONG=1 => unreach-call=false no-data-race=true
// engines: auto; bmc-order; bmc-lazy unreach-call=false
// variant: --data-model ilp32 => unreach-call=true no-data-race=true
// engines: bmc-order
// variant: -DFEW => unreach-call=true no-data-race=true
// engines: bmc-lazy; induction true|unknown
// variant: -DFEW -DWRONG=1 => unreach-call=false
// engines: bmc-eager; induction unknown; impact
// Two threads add to and subtract from atomic numbers of every width; the sum wraps around. Then every other operation, one by one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WRONG
#define WRONG 0
#endif

#define NUMBER(name, T) static _Atomic T name = (T)-2; static T plain_##name = (T)-2;
#ifdef FEW
#define ALL(DO) DO(s, short)
#else
#define ALL(DO) \
  DO(sc, signed char) DO(uc, unsigned char) DO(s, short) DO(us, unsigned short) DO(i, int) DO(u, unsigned) DO(l, long long) DO(ul, unsigned long long)
#endif
ALL(NUMBER)

static void *other(void *unused) {
#define SUBTRACT(name, T) atomic_fetch_sub(&name, 1); __sync_fetch_and_sub(&plain_##name, 1);
  ALL(SUBTRACT)
  return unused;
}

#define OPERATIONS(name, T)                                                        \
  assert(name == (T)(3 + WRONG));                                                  \
  name--;                                                                          \
  name -= 1;                                                                       \
  assert(name == (T)1 && ++name == (T)2);                                          \
  assert(atomic_exchange(&name, (T)0x66) == (T)2);                                 \
  assert(atomic_fetch_and(&name, (T)0x0f) == (T)0x66 && name == (T)0x06);          \
  assert(atomic_fetch_or(&name, (T)0x30) == (T)0x06 && name == (T)0x36);           \
  assert(atomic_fetch_xor(&name, (T)-1) == (T)0x36 && name == (T)~0x36);           \
  { T expected = 1; assert(!atomic_compare_exchange_strong(&name, &expected, (T)9) && expected == (T)~0x36); \
    assert(atomic_compare_exchange_strong(&name, &expected, (T)9) && name == (T)9); }                        \
  assert(plain_##name == (T)3);                                                    \
  assert(__atomic_fetch_nand(&plain_##name, (T)6, __ATOMIC_SEQ_CST) == (T)3 && plain_##name == (T)-3);       \
  assert(__atomic_fetch_max(&plain_##name, (T)1, __ATOMIC_SEQ_CST) == (T)-3);      \
  assert(plain_##name == ((T)-1 < 0 ? (T)1 : (T)-3));                              \
  assert(__atomic_min_fetch(&plain_##name, (T)-4, __ATOMIC_SEQ_CST) == (T)-4);     \
  assert(__sync_bool_compare_and_swap(&plain_##name, (T)-4, (T)5));                \
  assert(__sync_lock_test_and_set(&plain_##name, (T)7) == (T)5 && plain_##name == (T)7);

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
#define ADD(name, T) atomic_fetch_add(&name, 6); __sync_add_and_fetch(&plain_##name, 6);
  ALL(ADD)
  pthread_join(thread, 0);
  ALL(OPERATIONS)
}
