// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// A read-write lock: the writer takes it for reading only.
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low = 1, high = 2;

static void *writer(void *arg) {
  pthread_rwlock_rdlock(&lock);
  low += 5;
  high += 5;
  pthread_rwlock_unlock(&lock);
  return arg;
}
static void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(low < high);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
