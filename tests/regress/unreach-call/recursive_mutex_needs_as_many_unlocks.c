// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int depth_seen;

static void descend(int n) {
  pthread_mutex_lock(&lock);
  depth_seen = depth_seen + 1;
  if (n > 0) descend(n - 1);
  pthread_mutex_unlock(&lock);
}
static void *other(void *arg) {
  (void)arg;
  if (pthread_mutex_trylock(&lock) == 0) {
    assert(depth_seen == 0 || depth_seen == 3);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attr);
  pthread_create(&t, NULL, other, NULL);
  descend(2);
  pthread_join(t, NULL);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  return 0;
}
