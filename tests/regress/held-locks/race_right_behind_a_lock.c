// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses to `bare` stand in critical sections of two locks, first or last or alone in them, next to accesses that the
// locks do guard. bmc-eager takes what the locks guard together with taking them; the race on `bare` must not get lost.
// With JOINED main starts the second thread when it has joined the first: no race, and main reads without any lock.
// expect: no-data-race=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// line: 37
// variant: --reduction mpor => no-data-race=false
// engines: bmc-eager
// variant: --reduction sir => no-data-race=false
// engines: bmc-eager
// variant: -DLAST => no-data-race=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DLAST --reduction mpor => no-data-race=false
// engines: bmc-eager
// variant: -DALONE => no-data-race=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DJOINED => no-data-race=true unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DJOINED --reduction mpor => no-data-race=true unreach-call=true
// engines: bmc-eager
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int guarded[2], guarded_too, bare;

static void *works(void *number) {
  const int me = number ? 1 : 0;
  pthread_mutex_lock(&locks[0]);
  guarded_too++;
  pthread_mutex_unlock(&locks[0]);
  pthread_mutex_lock(&locks[me]);
#if defined LAST
  guarded[me]++;
#endif
  bare++;
#if !defined LAST && !defined ALONE
  guarded[me]++;
#endif
  pthread_mutex_unlock(&locks[me]);
  return 0;
}

int main(void) {
  static int one;
  pthread_t first, second;
  pthread_create(&first, 0, works, 0);
#ifdef JOINED
  pthread_join(first, 0);
  assert(bare == 1 && guarded_too == 1);
#endif
  pthread_create(&second, 0, works, &one);
#ifndef JOINED
  pthread_join(first, 0);
#endif
  pthread_join(second, 0);
#ifdef JOINED
  assert(bare == 2 && guarded_too == 2);
#endif
  return 0;
}
