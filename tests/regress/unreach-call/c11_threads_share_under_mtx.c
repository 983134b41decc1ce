// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static int stage;

static int second(void *arg) {
  mtx_lock(&lock);
  while (stage != 1) cnd_wait(&changed, &lock);
  stage = 2;
  cnd_broadcast(&changed);
  mtx_unlock(&lock);
  return *(int *)arg + 1;
}
int main(void) {
  thrd_t t;
  int n = -8, result = 0;
  assert(mtx_init(&lock, mtx_plain) == thrd_success);
  assert(cnd_init(&changed) == thrd_success);
  assert(thrd_create(&t, second, &n) == thrd_success);
  assert(mtx_lock(&lock) == thrd_success);
  assert(mtx_trylock(&lock) == thrd_busy);
  stage = 1;
  cnd_signal(&changed);
  while (stage != 2) cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  assert(thrd_join(t, &result) == thrd_success);
  assert(result == -7);
  assert(thrd_equal(thrd_current(), thrd_current()));
  mtx_destroy(&lock);
  cnd_destroy(&changed);
  return 0;
}
