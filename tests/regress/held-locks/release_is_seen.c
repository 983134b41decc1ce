// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody who only tries to lock sees whether the lock is held: when it is released matters.
// expect: unreach-call=false
// engines: explore; bmc-order
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int held;

static void *holder(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  held = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, holder, NULL);
  if (held) assert(pthread_mutex_trylock(&lock) == 0);
  pthread_join(thread, NULL);
  return 0;
}
