// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// variant: -DFIXED => unreach-call=true
// engines: explore; bmc-order
// Main holds three locks and sleeps on one after the other, as a variable says; each sleep lets somebody else in. With FIXED the
// last of the others is missing.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int seen;

static void *other(void *arg) {
  for (int k = 0; k < 3; k++) {
#ifdef FIXED
    if (k == 2) break;
#endif
    pthread_mutex_lock(&locks[k]);
    if (seen == k) seen = k + 1;
    pthread_mutex_unlock(&locks[k]);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  for (int k = 0; k < 3; k++) pthread_mutex_lock(&locks[k]);
  pthread_create(&t, 0, other, 0);
  while (seen < 3) {
    int now = seen;
    pthread_cond_wait(&changed, &locks[now]);
    if (seen != now + 1) return 0;
  }
  assert(0);
}
