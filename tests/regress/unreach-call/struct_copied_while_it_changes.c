// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// Fields of different sizes in one object, copied as a whole under a lock that the writer does not take.
#include <assert.h>
#include <pthread.h>
static struct {
  char tag;
  short small;
  int large;
} shared, copy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
  // pthread_mutex_lock(&lock);
  shared.tag = 1;
  shared.small = 2;
  shared.large = 3;
  // pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  pthread_mutex_lock(&lock);
  copy = shared;
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  assert(copy.tag + copy.small + copy.large == 0 || copy.tag + copy.small + copy.large == 6);
  return 0;
}
