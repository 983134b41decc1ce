// SPDX-License-Identifier: GPL-3.0-or-later
// Workers that get a part of an array each, by its address or by its number, more of them than are told apart one by one.
// expect: no-data-race=true
// engines: invariants
// flags: --property no-data-race
// variant: -DANY => no-data-race=true
// engines: invariants
// variant: -DNUMBER => no-data-race=true
// engines: invariants
// variant: -DNUMBER -DANY => no-data-race=true
// engines: invariants
// variant: -DSLICE => no-data-race=true
// engines: invariants
// variant: -DFROM_TO => no-data-race=true
// engines: invariants
// variant: -DCYCLE => no-data-race=true
// engines: invariants
// variant: -DBACKWARDS => no-data-race=true
// engines: invariants
// variant: -DWHILE => no-data-race=true
// engines: invariants
// variant: -DPREPARED => no-data-race=true
// engines: invariants
// variant: -DTHROUGH_CALLS => no-data-race=true
// engines: invariants
// variant: -DNEXT_TOO => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DSAME_TWICE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DHALF => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DRESET => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DUP_AND_DOWN => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DSTAYS => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DTWO_LOOPS => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DCALLED_TWICE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DCALLED_IN_A_LOOP => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DNESTED => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DNARROW => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DADDRESS => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DSLICE -DTOO_LONG => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DFROM_TO -DTOO_LONG => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DCYCLE -DTOO_LONG => no-data-race=false
// engines: walk; invariants no-data-race=unknown
// variant: -DBACKWARDS -DNEXT_TOO => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DWHILE -DSTAYS => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DPREPARED -DTOO_LATE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DPREPARED -DNEXT => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DPREPARED -DBEFORE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DTHROUGH_CALLS -DNEXT_TOO => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DOR_ANOTHER => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DSTARTED_BY_THREADS => no-data-race=false
// engines: explore; invariants no-data-race=unknown
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define N 11
static int cells[4 * N + 8];
static pthread_t t;

static void *works(void *argument) {
#if defined NUMBER
  long i = (long)argument;
  cells[i] += 1;
#elif defined NARROW
  cells[(unsigned char)((long)argument * 32)] += 1;
#elif defined ADDRESS
  cells[*(int *)argument] += 1;
#elif defined SLICE
  long i = (long)argument;
#ifdef TOO_LONG
  for (int k = 0; k <= 4; k++)
#else
  for (int k = 0; k < 4; k++)
#endif
    cells[4 * i + k] += k;
#elif defined FROM_TO
  int i = (int)(long)argument;
#ifdef TOO_LONG
  for (int k = 4 * i; k <= 4 * (i + 1); k++)
#else
  for (int k = 4 * i; k < 4 * (i + 1); k++)
#endif
    cells[k] += k;
#elif defined CYCLE
#ifdef TOO_LONG
  for (long k = (long)argument; k < 2 * N; k += N - 1)
#else
  for (long k = (long)argument; k < 2 * N; k += N)
#endif
    cells[k] += 1;
#else
  int *mine = argument;
#ifdef OR_ANOTHER
  if (__VERIFIER_nondet_int()) mine = mine + 1;
#endif
  *mine += 1;
#ifdef NEXT_TOO
  mine[1] += 1;
#endif
#endif
  return 0;
}

static void start(int *cell) { pthread_create(&t, 0, works, cell); }

static void start_all(void) {
  for (int i = 0; i < N; i++) start(&cells[i]);
}

#ifdef STARTED_BY_THREADS
static void *starts(void *argument) {
  start_all();
  return 0;
}
#endif

int main(void) {
#if defined CALLED_TWICE
  start_all();
  start_all();
#elif defined CALLED_IN_A_LOOP
  for (int k = 0; k < 2; k++) start_all();
#elif defined STARTED_BY_THREADS
  pthread_create(&t, 0, starts, 0);
  pthread_create(&t, 0, starts, 0);
#elif defined ANY
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *all = calloc(n, sizeof *all);
#ifdef NUMBER
  for (int i = 0; i < n; i++) pthread_create(&t, 0, works, (void *)(long)i);
#else
  for (int i = 0; i < n; i++) pthread_create(&t, 0, works, all + i);
#endif
#elif defined NUMBER || defined NARROW || defined SLICE || defined FROM_TO || defined CYCLE
  for (long i = 0; i < N; i++) pthread_create(&t, 0, works, (void *)i);
#elif defined ADDRESS
  for (int i = 0; i < N; i++) pthread_create(&t, 0, works, &i);
  pthread_exit(0);
#elif defined TWO_LOOPS
  for (int i = 0; i < N; i++) pthread_create(&t, 0, works, &cells[i]);
  for (int i = 0; i < N; i++) pthread_create(&t, 0, works, &cells[i]);
#elif defined NESTED
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < N; i++) pthread_create(&t, 0, works, &cells[i]);
#elif defined BACKWARDS
  for (int i = N - 1; i >= 0; i--) pthread_create(&t, 0, works, &cells[i]);
#elif defined WHILE
  int i = 0;
  while (i < N) {
    start(&cells[i]);
#ifdef STAYS
    if (i != 9 || __VERIFIER_nondet_int())
#endif
    i += 1 + (i & 0);
  }
#elif defined UP_AND_DOWN
  for (int i = 0, k = 0; k < N; k++) {
    pthread_create(&t, 0, works, &cells[i]);
    if (k < N - 2)
      i++;
    else
      i--;
  }
#else
  for (int i = 0; i < N; i++) {
#ifdef PREPARED
#ifndef TOO_LATE
    cells[i] = i;
#endif
#ifdef BEFORE
    if (i > 0) cells[i - 1] = i;
#endif
#endif
#if defined HALF
    pthread_create(&t, 0, works, &cells[i / 2]);
#elif defined THROUGH_CALLS
    start(&cells[i]);
#else
    pthread_create(&t, 0, works, &cells[i]);
#endif
#if defined SAME_TWICE
    pthread_create(&t, 0, works, &cells[i]);
#endif
#if defined RESET
    if (i == 9 && __VERIFIER_nondet_int()) i = 8;
#endif
#if defined STAYS
    if (i == 9 && __VERIFIER_nondet_int()) i--;
#endif
#ifdef TOO_LATE
    cells[i] = i;
#endif
#ifdef NEXT
    cells[i + 1] = i;
    if (i > 0) cells[i] = i;
#endif
  }
#endif
  pthread_exit(0);
}
