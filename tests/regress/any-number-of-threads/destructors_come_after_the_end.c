// SPDX-License-Identifier: GPL-3.0-or-later
// A destructor of a thread-specific value runs when its thread has returned. What it locks stays locked, and what it
// writes without a notice wakes nobody.
// expect: no-deadlock=false
// engines: explore; walk; invariants unknown "destructors"
// variant: -DWRITES => no-deadlock=false
// engines: explore; walk; invariants unknown
// variant: -DWRITES -DNOTIFIES => no-deadlock=true
// engines: explore; invariants unknown
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static int is_done;

static void destroy(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
#ifdef WRITES
  is_done = 1;
#ifdef NOTIFIES
  pthread_cond_signal(&done);
#endif
  pthread_mutex_unlock(&lock);
#endif
}

static void *work(void *unused) {
  pthread_setspecific(key, &key);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&lock);
#ifdef WRITES
  while (!is_done) pthread_cond_wait(&done, &lock);
#endif
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
