// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// The owner takes from the bottom, the thief from the top; the last item is decided by compare-and-swap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom = 2;
static atomic_int taken[2];

static void use(int index) { assert(atomic_fetch_add(&taken[index], 1) == 0); }

static void owner(void) {
  int b = bottom - 1;
  bottom = b;
  int t = top;
  if (t > b) {
    bottom = t;
    return;
  }
  if (t < b) {
    use(b);
    return;
  }
  if (atomic_compare_exchange_strong(&top, &t, t + 1)) use(b);
  bottom = b + 1;
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
  owner();
  pthread_join(s, NULL);
  return 0;
}
