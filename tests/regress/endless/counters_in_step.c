// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore; bmc-order
// variant: -DEARLY => unreach-call=false
// engines: explore; bmc-order; induction unknown
// variant: -DENDLESS => unreach-call=true no-data-race=true
// engines: induction
// variant: -DENDLESS -DTWICE => unreach-call=true no-data-race=true
// engines: induction
// variant: -DENDLESS -DTRIED => unreach-call=true
// engines: induction
// variant: -DENDLESS -DEARLY => unreach-call=unknown no-data-race=true
// engines: induction
// variant: -DENDLESS -DHALF => unreach-call=unknown no-data-race=true
// engines: induction
// Two counters are the same whenever nobody holds the mutex, and stay so when both wrap around. HALF: after that, half
// of the one is not the other; it takes too many rounds to be found by a search.
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned c, d;
#ifdef ENDLESS
#define MORE 1
#else
#define MORE 0
#endif

static void *count(void *unused) {
  do {
#ifdef TRIED
    if (pthread_mutex_trylock(&m)) continue;
#else
    pthread_mutex_lock(&m);
#endif
    c++;
#ifdef EARLY
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
#endif
#if defined(TWICE) || defined(HALF)
    d += 2;
#else
    d++;
#endif
#if defined(TWICE)
    if (2 * c != d) reach_error();
#elif defined(HALF)
    if (c != d / 2) reach_error();
#else
    if (c != d) reach_error();
#endif
    pthread_mutex_unlock(&m);
  } while (MORE);
  return unused;
}

int main(void) {
  for (int k = 0; MORE || k < 2; k += !MORE) {
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
  }
}
