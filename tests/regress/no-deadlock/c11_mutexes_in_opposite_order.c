// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 12
#include <stddef.h>
#include <threads.h>

static mtx_t a, b;

static int other(void *arg) {
  (void)arg;
  mtx_lock(&b);
  mtx_lock(&a);
  mtx_unlock(&a);
  mtx_unlock(&b);
  return 0;
}
int main(void) {
  thrd_t t;
  mtx_init(&a, mtx_plain);
  mtx_init(&b, mtx_plain);
  thrd_create(&t, other, NULL);
  mtx_lock(&a);
  mtx_lock(&b);
  mtx_unlock(&b);
  mtx_unlock(&a);
  thrd_join(t, NULL);
  return 0;
}
