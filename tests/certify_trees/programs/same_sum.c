// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts are moved between two accounts, for ever: the sum stays the same. With BUG the second half is done outside.
#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned here = 1000, there;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *move(void *unused) {
  for (;;) {
    unsigned amount = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&m);
    here -= amount;
#ifdef BUG
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
#endif
    there += amount;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
static void *audit(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    assert(here + there == 1000);
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t s, t, u;
  pthread_create(&s, 0, move, 0);
  pthread_create(&t, 0, move, 0);
  pthread_create(&u, 0, audit, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
