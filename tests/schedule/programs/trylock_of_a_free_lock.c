// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody else has the lock: to try it succeeds.
// expect: safe|unknown no counterexample
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  for (;;) {
    int failed = pthread_mutex_trylock(&m);
    assert(!failed);
    pthread_mutex_unlock(&m);
  }
}
