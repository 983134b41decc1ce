// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static int value;

static int worker(void *arg) {
  struct timespec until = {1, 0};
  (void)arg;
  int rc = mtx_timedlock(&lock, &until);
  if (rc == thrd_success) {
    assert(mtx_lock(&lock) == thrd_success);
    value++;
    mtx_unlock(&lock);
    mtx_unlock(&lock);
    return 1;
  }
  assert(rc == thrd_timedout);
  return 0;
}
int main(void) {
  thrd_t t;
  int did;
  mtx_init(&lock, mtx_recursive | mtx_timed);
  thrd_create(&t, worker, NULL);
  mtx_lock(&lock);
  value++;
  mtx_unlock(&lock);
  thrd_join(t, &did);
  assert(value == 1 + did);
  return 0;
}
