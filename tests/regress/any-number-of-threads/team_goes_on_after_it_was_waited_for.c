// SPDX-License-Identifier: GPL-3.0-or-later
// Main waits for all workers that it has started so far, or it does not, and goes on to start another one: a thread that
// was started after the wait runs beside it. The optional joins make more situations than are kept apart.
// expect: no-deadlock=unknown no-data-race=true
// engines: invariants
// flags: --property no-deadlock,no-data-race
// variant: -DRACE => no-deadlock=true no-data-race=unknown
// engines: invariants
// variant: -DFEW => no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// variant: -DFEW -DRACE => no-data-race=false
// engines: explore; invariants no-data-race=unknown
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

#ifdef FEW
enum { kStarted = 1, kAll = 3 };
#else
enum { kStarted = 10, kAll = 12 };
#endif
static pthread_t workers[kAll], another;
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int cells[kAll];

static void *rests(void *unused) { return unused; }

static void *works(void *cell) {
#ifdef RACE
  ++*(int *)cell;
#else
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
#endif
  return cell;
}

static void *looks_at_all(void *unused) {
#ifdef RACE
  for (int k = 0; k < kAll; ++k) ++cells[k];
#else
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
#endif
  return unused;
}

int main(void) {
  for (int k = kStarted; k < kAll; ++k) workers[k] = pthread_self();  // to join oneself is refused
  pthread_t a, b, c, d, e, f;
  pthread_create(&a, 0, rests, 0);
#ifndef FEW
  pthread_create(&b, 0, rests, 0);
  pthread_create(&c, 0, rests, 0);
  pthread_create(&d, 0, rests, 0);
  pthread_create(&e, 0, rests, 0);
  pthread_create(&f, 0, rests, 0);
#endif
  int j = 0;
  for (int i = 0; i < kAll; ++i) {
    if (i == kStarted) {
      if (__VERIFIER_nondet_int()) {
        for (; j < kAll; ++j) {
          pthread_join(workers[j], 0);
          if (j >= kAll) return 0;
        }
        pthread_create(&another, 0, looks_at_all, 0);
      }
      if (__VERIFIER_nondet_int()) pthread_join(a, 0);
#ifndef FEW
      if (__VERIFIER_nondet_int()) pthread_join(b, 0);
      if (__VERIFIER_nondet_int()) pthread_join(c, 0);
      if (__VERIFIER_nondet_int()) pthread_join(d, 0);
      if (__VERIFIER_nondet_int()) pthread_join(e, 0);
      if (__VERIFIER_nondet_int()) pthread_join(f, 0);
#endif
      if (i != kStarted) return 0;
      pthread_create(&workers[i], 0, works, &cells[i]);
      break;
    }
    pthread_create(&workers[i], 0, works, &cells[i]);
  }
  pthread_exit(0);
}
