// SPDX-License-Identifier: GPL-3.0-or-later
// Main joins one of two threads and reads what the other one writes. The end of a thread looks at a key first.
// expect: no-data-race=false
// engines: explore; bmc-order
// variant: -DBOTH => no-data-race=true
// engines: explore; bmc-order
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int count;

static void forget(void *value) { (void)value; }
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, forget);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(b, 0);
#ifdef BOTH
  pthread_join(a, 0);
#endif
  return count;
}
