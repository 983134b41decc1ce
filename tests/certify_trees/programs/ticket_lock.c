// SPDX-License-Identifier: GPL-3.0-or-later
// A lock of tickets, which wrap around, for ever. With BUG a ticket is drawn in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint next, serving;
static int inside;

static void *customer(void *unused) {
  for (;;) {
#ifdef BUG
    unsigned mine = next;
    next = mine + 1;
#else
    unsigned mine = atomic_fetch_add(&next, 1);
#endif
    while (serving != mine) {}
    inside++;
    assert(inside == 1);
    inside--;
    atomic_fetch_add(&serving, 1);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, customer, 0);
  pthread_create(&b, 0, customer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
