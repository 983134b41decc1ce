// SPDX-License-Identifier: GPL-3.0-or-later
// With its lock the program is safe in all schedules. Without it, an addition is lost unless one thread goes after the other.
// args: --no-locks
// expect: partially-safe some safe some counterexample
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *add(void *unused) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, add, 0);
  add(0);
  pthread_join(other, 0);
  assert(x == 2);
}
