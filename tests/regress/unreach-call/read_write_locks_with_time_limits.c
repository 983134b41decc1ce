// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *writer(void *arg) {
  struct timespec until = {1, 0};
  int rc = pthread_rwlock_timedwrlock(&lock, &until);
  assert(rc == 0 || rc == ETIMEDOUT);
  *(int *)arg = rc == 0;
  if (rc == 0) {
    value++;
    pthread_rwlock_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  struct timespec until = {1, 0};
  int wrote = -1, seen = 0;
  pthread_create(&t, NULL, writer, &wrote);
  if (pthread_rwlock_timedrdlock(&lock, &until) == 0) {
    seen = value;
    pthread_rwlock_unlock(&lock);
  }
  pthread_join(t, NULL);
  assert(value == wrote && seen <= wrote);
  return 0;
}
