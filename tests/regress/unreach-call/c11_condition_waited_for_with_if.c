// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// line: 27
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static int ready;

static int setter(void *arg) {
  (void)arg;
  mtx_lock(&lock);
  ready = 1;
  cnd_signal(&changed);
  mtx_unlock(&lock);
  return 0;
}
int main(void) {
  thrd_t t;
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_create(&t, setter, NULL);
  mtx_lock(&lock);
  if (!ready) cnd_wait(&changed, &lock);
  assert(ready);
  mtx_unlock(&lock);
  thrd_join(t, NULL);
  return 0;
}
