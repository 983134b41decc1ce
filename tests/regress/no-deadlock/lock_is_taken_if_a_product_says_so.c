// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// engines: explore; impact
// variant: -DMANY => no-deadlock=false
// engines: explore; impact
// Thread 2 locks what main holds until it has joined it. With MANY the product is computed behind so many branches that the ways
// that meet go on as one.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
  long a = (long)arg;
#ifdef MANY
  long y = 0, k = 0;
  if (a > 10) k += 1; else k -= 2;
  if (a > 11) k += 1; else k -= 2;
  if (a > 12) k += 1; else k -= 2;
  if (a > 13) k += 1; else k -= 2;
  if (a > 14) k += 1; else k -= 2;
  if (a > 15) k += 1; else k -= 2;
  if (a > 16) k += 1; else k -= 2;
  if (a == 5) y = a * (a - 2); else y = 1;
  if (a == 7) k++; else k--;
  if (y == 15) pthread_mutex_lock(&m);
#else
  if (a * (a - 2) == 15) pthread_mutex_lock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_mutex_lock(&m);
  pthread_create(&u, 0, worker, (void *)3);
  pthread_create(&t, 0, worker, (void *)5);
  pthread_join(u, 0);
  pthread_join(t, 0);
}
