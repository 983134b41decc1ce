// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true unreach-call=true no-deadlock=true
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *arg) {
  errno = *(int *)arg;
  assert(errno == *(int *)arg);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int x = EINVAL, y = EAGAIN;
  errno = 0;
  pthread_create(&a, NULL, worker, &x);
  pthread_create(&b, NULL, worker, &y);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(errno == 0);
  return 0;
}
