// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true unreach-call=true
// variant: -DAT_THE_END => no-data-race=unknown
// The race is at the end of 3000 calls, deeper than a search goes.
#include <pthread.h>

static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int down(int depth) {
  if (depth == 0) {
#ifndef AT_THE_END
    pthread_mutex_lock(&m);
#endif
    n++;
#ifndef AT_THE_END
    pthread_mutex_unlock(&m);
#endif
    return 0;
  }
  return 1 + down(depth - 1);
}

static void *work(void *unused) {
  down(3000);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  down(3000);
  pthread_join(t, NULL);
  return 0;
}
