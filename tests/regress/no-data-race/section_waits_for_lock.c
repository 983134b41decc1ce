// SPDX-License-Identifier: GPL-3.0-or-later
// The section waits as a whole for the lock that it takes in its middle. So it is never next to the access in main; but
// its own access comes before the lock, and nothing orders it after the one in main.
// expect: no-data-race=false
// engines: explore; auto
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *w(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
  x = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
