// SPDX-License-Identifier: GPL-3.0-or-later
// A loop of many rounds before the failure: the report shows its first round and its last, and says how many there were between.
// flags: --property unreach-call --engine explore
// verdict: false(unreach-call)
// shows: 2,998 more rounds of steps 2 to 5
// shows: of 12,005 steps
#include <assert.h>
#include <pthread.h>
static unsigned n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *unused) {
  for (unsigned i = 0; i < 3000; i++) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, count, NULL);
  pthread_join(t, NULL);
  assert(n != 3000);
}
