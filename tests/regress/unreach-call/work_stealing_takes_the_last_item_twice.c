// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// line: 11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom = 1;
static atomic_int taken[1];

static void use(int index) { assert(atomic_fetch_add(&taken[index], 1) == 0); }

static void owner(void) {
  int b = bottom - 1, t = top;
  if (t > b) return;
  bottom = b;
  use(b);
}
static void *thief(void *arg) {
  (void)arg;
  int t = top, b = bottom;
  if (t < b && atomic_compare_exchange_strong(&top, &t, t + 1)) use(t);
  return NULL;
}
int main(void) {
  pthread_t s;
  pthread_create(&s, NULL, thief, NULL);
  owner();
  pthread_join(s, NULL);
  return 0;
}
