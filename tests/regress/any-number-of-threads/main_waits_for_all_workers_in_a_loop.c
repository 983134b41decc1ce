// SPDX-License-Identifier: GPL-3.0-or-later
// Main waits for as many workers as it has started, in a second loop, and reads what they wrote.
// expect: no-data-race=true
// engines: invariants
// flags: --property no-data-race
// variant: -DANY => no-data-race=true
// engines: invariants
// variant: -DUP_TO => no-data-race=true
// engines: invariants
// variant: -DHELPER => no-data-race=true
// engines: invariants
// variant: -DTHROUGH_A_VARIABLE => no-data-race=true
// engines: invariants
// variant: -DOTHER_TYPE => no-data-race=true
// engines: invariants
// variant: -DMORE => no-data-race=true
// engines: invariants
// variant: -DGIVES_UP => no-data-race=true
// engines: invariants
// variant: -DSHORT => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DANY -DSHORT => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DANY -DOTHER_NUMBER => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DUP_TO -DSHORT => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DFROM_ONE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DEVERY_SECOND => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DLEFT_EARLY => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DLEAVES_ONE_OUT => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DJUMPS => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DOVERWRITTEN => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DOVERWRITTEN_MEANWHILE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DKEPT_ELSEWHERE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DKEPT_TOO_EARLY => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DONE_PLACE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DTWO_IN_A_ROUND => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DSTARTED_AGAIN => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DSTARTED_AGAIN_ELSEWHERE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DWAITS_FOR_THE_ONE_BEFORE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DDOES_NOT_WAIT => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DWRITTEN_BY_A_WORKER => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DLOOKED_AT_BEFORE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DKEPT_TOO_LATE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DMORE -DTHE_NEXT => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DMORE -DTOO_EARLY => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DMORE -DOVERWRITTEN => no-data-race=false
// engines: explore; invariants no-data-race=unknown
// variant: -DMORE -DTWO_IN_A_ROUND => no-data-race=false
// engines: explore; invariants no-data-race=unknown
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define N 11
static int cells[N];
static pthread_t threads[N], other;

static void *works(void *argument) {
#ifdef WRITTEN_BY_A_WORKER
  if (argument == &cells[N - 1]) threads[N - 1] = other;
#endif
  *(int *)argument += 1;
  return 0;
}

#ifdef HELPER
static void wait_for_all(pthread_t *of, int n) {
  for (int i = 0; i < n; i++) pthread_join(of[i], 0);
}
#endif

int main(void) {
#ifdef WRITTEN_BY_A_WORKER
  other = pthread_self();
#endif
#ifdef ANY
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  int *cell = calloc(n, sizeof *cell);
  pthread_t *t = calloc(n, sizeof *t);
  for (int i = 0; i < n; i++) pthread_create(&t[i], 0, works, &cell[i]);
#if defined SHORT
  for (int i = 0; i < n - 1; i++) pthread_join(t[i], 0);
#elif defined OTHER_NUMBER
  if (m > n) m = n;
  for (int i = 0; i < m; i++) pthread_join(t[i], 0);
#else
  for (int i = 0; i < n; i++) pthread_join(t[i], 0);
#endif
  return cell[n - 1];
#else
  pthread_t *t = threads;
#ifdef KEPT_TOO_EARLY
  pthread_t last = pthread_self();
#endif
#if defined KEPT_ELSEWHERE || defined ONE_PLACE || defined LOOKED_AT_BEFORE || defined KEPT_TOO_LATE
  for (int i = 0; i < N; i++) t[i] = pthread_self();
#endif
#if defined LOOKED_AT_BEFORE
  int k = 0;
  for (int i = 0; i < N; i++) {
    pthread_t one = t[i];
    for (; k < N; k++) pthread_create(&t[k], 0, works, &cells[k]);
    pthread_join(one, 0);
  }
#elif defined KEPT_TOO_LATE
  int k = 0;
  for (int i = 0; i < N; i++) {
    pthread_t started;
    pthread_create(&started, 0, works, &cells[i]);
    for (; i == N - 1 && k < N; k++) pthread_join(t[k], 0);
    t[i] = started;
  }
  for (; k < N; k++) pthread_join(t[k], 0);
#elif defined UP_TO
  for (int i = 1; i <= N; i++) pthread_create(&t[i - 1], 0, works, &cells[i - 1]);
#else
  for (int i = 0; i < N; i++) {
#if defined KEPT_ELSEWHERE
    pthread_create(i == N - 1 ? &other : &t[i], 0, works, &cells[i]);
#elif defined KEPT_TOO_EARLY
    t[i] = last;
    pthread_create(&last, 0, works, &cells[i]);
#elif defined ONE_PLACE
    pthread_create(&t[0], 0, works, &cells[i]);
#elif defined THROUGH_A_VARIABLE
    pthread_t started;
    pthread_create(&started, 0, works, &cells[i]);
    t[i] = started;
#elif defined GIVES_UP
    if (pthread_create(&t[i], 0, works, &cells[i])) return 1;
#else
    pthread_create(&t[i], 0, works, &cells[i]);
#endif
#ifdef TWO_IN_A_ROUND
    if (i == N - 1) pthread_create(&t[i], 0, works, &cells[i - 1]);
#endif
#ifdef WAITS_FOR_THE_ONE_BEFORE
    if (i > 0) pthread_join(t[i - 1], 0);
#endif
  }
#endif
#ifdef OVERWRITTEN
  t[N - 1] = pthread_self();
#endif
#if defined HELPER
  wait_for_all(t, N);
#elif defined OTHER_TYPE
  for (long i = 0; i <= N - 1; i++) pthread_join(t[i], 0);
#elif defined UP_TO && defined SHORT
  for (int i = 1; i < N; i++) pthread_join(t[i - 1], 0);
#elif defined UP_TO
  for (int i = 1; i <= N; i++) pthread_join(t[i - 1], 0);
#elif defined SHORT
  for (int i = 0; i < N - 1; i++) pthread_join(t[i], 0);
#elif defined FROM_ONE
  for (int i = 1; i < N; i++) pthread_join(t[i], 0);
#elif defined EVERY_SECOND
  for (int i = 0; i < N; i += 2) pthread_join(t[i], 0);
#elif defined LEFT_EARLY
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_int()) break;
    pthread_join(t[i], 0);
  }
#elif defined LEAVES_ONE_OUT
  for (int i = 0; i < N; i++)
    if (i != N - 1) pthread_join(t[i], 0);
#elif defined JUMPS
  for (int i = 0; i < N; i++) {
    pthread_join(t[i], 0);
    if (i == N - 3) i++;
  }
#elif defined OVERWRITTEN_MEANWHILE
  for (int i = 0; i < N; i++) {
    pthread_join(t[i], 0);
    if (i == 8) t[N - 1] = pthread_self();
  }
#elif defined WAITS_FOR_THE_ONE_BEFORE || defined LOOKED_AT_BEFORE || defined KEPT_TOO_LATE
#elif defined DOES_NOT_WAIT
  for (int i = 0; i < N; i++) pthread_tryjoin_np(t[i], 0);
#elif defined MORE
  for (int i = 0; i < N; i++) {
#ifndef TOO_EARLY
    pthread_join(t[i], 0);
#endif
#ifdef THE_NEXT
    if (i + 1 < N) cells[i + 1] += 1;
#endif
    cells[i] += 1;
#ifdef TOO_EARLY
    pthread_join(t[i], 0);
#endif
  }
#else
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
#endif
#ifdef STARTED_AGAIN
  pthread_create(&t[0], 0, works, &cells[N - 1]);
#endif
#ifdef STARTED_AGAIN_ELSEWHERE
  for (int i = N - 2; i < N; i++) pthread_create(&t[i], 0, works, &cells[i]);
#endif
  return cells[0] + cells[N - 2] + cells[N - 1];
#endif
}
