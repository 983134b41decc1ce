// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true unreach-call=true
// variant: -DLAST => no-data-race=unknown
// variant: -DLAST_LOCKS => no-deadlock=unknown
// No search comes to the last two threads.
#include <pthread.h>

enum { N = 300 };
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *number) {
  long k = (long)number;
#ifdef LAST
  if (k >= N - 2) n++;
#endif
#ifdef LAST_LOCKS
  pthread_mutex_t *first = k == N - 2 ? &m : &other, *second = k == N - 2 ? &other : &m;
  if (k >= N - 2) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  }
#endif
  pthread_mutex_lock(&m);
  n += k > 0;
  pthread_mutex_unlock(&m);
  return number;
}

int main(void) {
  static pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
