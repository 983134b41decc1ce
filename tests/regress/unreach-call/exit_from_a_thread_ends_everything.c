// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// The thread ends the process while it holds the lock, so that nobody sees the broken invariant.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int broken;

static void *quitter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  broken = 1;
  exit(0);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, quitter, NULL);
  pthread_mutex_lock(&lock);
  assert(!broken);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  assert(0);
  return 0;
}
