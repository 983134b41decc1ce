// SPDX-License-Identifier: GPL-3.0-or-later
// Each assertion holds for a compiler that takes C at its word, and fails for the checker, which gives these things a meaning
// (docs/limits.md). The executable that is replayed must fail as well, although it is optimised.
// expect: unreach-call=false
// variant: -DPRODUCT_WRAPS => unreach-call=false
// variant: -DLOOP_COUNTER_WRAPS => unreach-call=false
// variant: -DPOINTER_WRAPS => unreach-call=false
// variant: -DRESTRICT_IS_A_WORD => unreach-call=false
// variant: -DPROMISES_ARE_WORDS => unreach-call=false
// variant: -DASSUMPTION_IS_A_WORD => unreach-call=false
// variant: -DNOTHING_IS_CONSTANT => unreach-call=false
// variant: -DZERO_HAS_NO_BIT => unreach-call=false
// variant: -DMISALIGNED => unreach-call=false
// variant: -DRETYPED => unreach-call=false
// variant: -DBOOL_OF_TWO => unreach-call=false
// variant: -DLOCK_DESTROYED_WHILE_HELD => unreach-call=false
// variant: -DUNSEQUENCED => unreach-call=false
// variant: -DPROMISES_ARE_WORDS --data-model=ilp32 => unreach-call=false
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

atomic_int shared = 1;
int start = INT_MAX, one = 1, four = 4, zero;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int next_is_bigger(int x) { return x + 1 > x; }
static int doubled_and_halved(int x) { return 2 * x / 2 == x; }

static int rounds(int from) {
  int n = 0;
  for (int i = from; i >= from && n < 3; i++) n++;
  return n;
}

static int begins_behind(const char *p, unsigned long n) { return p + n >= p; }

static int written_twice(int *restrict p, int *restrict q) {
  *p = 1;
  *q = 2;
  return *p;
}

__attribute__((const, noinline)) static int promised(void) { return atomic_load(&shared); }

static void *change(void *unused) {
  atomic_store(&shared, 2);
  return unused;
}

static int seen_twice(void) {
  pthread_t t;
  pthread_create(&t, NULL, change, NULL);
  int first = promised(), second = promised();
  pthread_join(t, NULL);
  return first == second;
}

static int assumed(int x) {
  __builtin_assume(x > 3);
  return x > 3;
}

static int known(int x) { return __builtin_constant_p(x) || x != 4; }
static int leading_zeros(int x) { return x ? 1 : __builtin_clz(x) < 32; }

static int misaligned(void) {
  char bytes[68] = {0};
  int *odd = (int *)(bytes + 1), sum = 0;
  for (int i = 0; i < 16; i++) odd[i] = i + one;
  for (int i = 0; i < 16; i++) sum += odd[i];
  return sum != 136;
}

static int retyped(int *i, float *f) {
  *i = 1;
  *f = 0;
  return *i;
}

static int holds_two(void) {
  bool b;
  memset(&b, 2 * one, 1);
  return b == true;
}

static int destroyed(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_destroy(&lock);
  pthread_mutex_init(&lock, NULL);
  return pthread_mutex_trylock(&lock);
}

static int unsequenced(int i) {
  i = i++ + i++;
  return i == INT_MIN;
}

int main(void) {
#if defined PRODUCT_WRAPS
  assert(doubled_and_halved(start));
#elif defined LOOP_COUNTER_WRAPS
  assert(rounds(start) == 3);
#elif defined POINTER_WRAPS
  assert(begins_behind((char *)0 + four, -(unsigned long)one));
#elif defined RESTRICT_IS_A_WORD
  assert(written_twice(&one, &one) == 1);
#elif defined PROMISES_ARE_WORDS
  assert(seen_twice());
#elif defined ASSUMPTION_IS_A_WORD
  assert(assumed(one));
#elif defined NOTHING_IS_CONSTANT
  assert(known(four));
#elif defined ZERO_HAS_NO_BIT
  assert(leading_zeros(zero));
#elif defined MISALIGNED
  assert(misaligned());
#elif defined RETYPED
  assert(retyped(&one, (float *)&one) == 1);
#elif defined BOOL_OF_TWO
  assert(holds_two());
#elif defined LOCK_DESTROYED_WHILE_HELD
  assert(destroyed() != 0);
#elif defined UNSEQUENCED
  assert(unsequenced(four));
#else
  assert(next_is_bigger(start));
#endif
}
