// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DALWAYS_GETS_IT => unreach-call=false
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;
static atomic_int missed;

static void *counter(void *arg) {
  (void)arg;
  int rc = pthread_mutex_trylock(&lock);
  if (rc == 0) {
    hits++;
    pthread_mutex_unlock(&lock);
  } else {
    assert(rc == EBUSY);
    missed++;
  }
  return NULL;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, counter, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(hits >= 1 && hits + missed == 2);
#ifdef ALWAYS_GETS_IT
  assert(missed == 0);
#endif
  return 0;
}
