// SPDX-License-Identifier: GPL-3.0-or-later
// Inline assembly that is one atomic operation is taken for that operation.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DNO_LOCK => no-data-race=false
// variant: -DWRONG => unreach-call=false
#include <assert.h>
#include <pthread.h>

static int held, x, y;

static int exchange(volatile int *p, int v) {
  __asm__ __volatile__("xchgl %0,%1" : "=r"(v), "=m"(*p) : "0"(v), "m"(*p) : "memory");
  return v;
}
static int exchange_with_prefix(volatile int *p, int v) {
  __asm__ __volatile__("lock; xchgl %0,%1" : "+r"(v), "+m"(*p) : : "memory");
  return v;
}
static int fetch_and_add(volatile int *p, int v) {
  __asm__ __volatile__("lock; xaddl %0,%1" : "+r"(v), "+m"(*p) : : "memory");
  return v;
}
static void increment(volatile int *p) { __asm__ __volatile__("lock; incl %0" : "+m"(*p)); }
static void add(volatile int *p, int n) { __asm__ __volatile__("lock; addl %1,%0" : "=m"(*p) : "ir"(n), "m"(*p)); }
static int compare_and_swap(volatile int *p, int old, int new) {
  int seen;
  __asm__ __volatile__("lock; cmpxchgl %2,%1" : "=a"(seen), "+m"(*p) : "r"(new), "0"(old) : "memory");
  return seen;
}
static char swapped(volatile int *p, int old, int new) {
  char yes;
  __asm__ __volatile__("lock; cmpxchgl %3,%1; sete %0" : "=q"(yes), "+m"(*p), "+a"(old) : "r"(new) : "memory");
  return yes;
}

static void *work(void *unused) {
#ifndef NO_LOCK
  while (exchange(&held, 1)) __asm__ volatile("pause");
#endif
  x++;
  exchange_with_prefix(&held, 0);
  increment(&y);
  add(&y, 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  __asm__ __volatile__("lock; addl $0,(%%rsp)" ::: "memory", "cc");
  assert(x == 2 && y == 6);
  assert(fetch_and_add(&y, 3) == 6 && y == 9);
  assert(compare_and_swap(&y, 9, 10) == 9 && y == 10);
  assert(compare_and_swap(&y, 9, 11) == 10 && y == 10);
#ifdef WRONG
  assert(!swapped(&y, 10, 11));
#endif
  assert(swapped(&y, 10, 11) && !swapped(&y, 10, 12) && y == 11);
  return 0;
}
