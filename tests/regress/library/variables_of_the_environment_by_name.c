// SPDX-License-Identifier: GPL-3.0-or-later
// Few variables of the environment, with literal names: nothing unmodelled is met. Who asks finds what was set, and the
// same answer again.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: auto; invariants no-data-race=true no-deadlock=true
// variant: -DOTHER => unreach-call=false
// engines: auto
// variant: -DCHANGES => no-data-race=false
// engines: auto
// variant: -DFOUR => no-data-race=unknown
// engines: invariants "not modelled"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
#ifdef CHANGES
  setenv("LEVEL", "3", 1);
#endif
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  int verbose = getenv("VERBOSE") != NULL;
  assert(verbose == (getenv("VERBOSE") != NULL));
#ifdef OTHER
  assert(verbose == (getenv("LEVEL") != NULL));
#endif
#ifdef FOUR
  if (getenv("HOME") && getenv("LANG")) verbose = 0;
#endif
  setenv("LEVEL", "2", 1);
  assert(getenv("LEVEL")[0] == '2');
  unsetenv("VERBOSE");
  assert(!getenv("VERBOSE"));
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(t + i, NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
