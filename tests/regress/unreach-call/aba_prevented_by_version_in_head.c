// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-deadlock=true no-data-race=true
// The head carries a version next to the index, so that an old head never compares equal.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NONE = 15 };
static atomic_uint head = 0;  // version << 4 | index
static atomic_uint next[2] = {1, NONE};
static atomic_int used[2];

static unsigned moved(unsigned old, unsigned index) { return ((old >> 4) + 1) << 4 | index; }

static unsigned pop(void) {
  for (;;) {
    unsigned old = atomic_load(&head);
    unsigned top = old & 15;
    if (top == NONE) return NONE;
    unsigned after = atomic_load(&next[top]);
    if (atomic_compare_exchange_strong(&head, &old, moved(old, after))) return top;
  }
}
static void push(unsigned node) {
  unsigned old = atomic_load(&head);
  do {
    atomic_store(&next[node], old & 15);
  } while (!atomic_compare_exchange_strong(&head, &old, moved(old, node)));
}
static unsigned take(void) {
  unsigned node = pop();
  if (node != NONE) assert(atomic_fetch_add(&used[node], 1) == 0);
  return node;
}
static void *slow(void *arg) {
  (void)arg;
  take();
  take();
  return NULL;
}
static void *quick(void *arg) {
  (void)arg;
  unsigned a = take();
  take();
  if (a != NONE) {
    atomic_fetch_sub(&used[a], 1);
    push(a);
  }
  return NULL;
}
int main(void) {
  pthread_t s, q;
  pthread_create(&s, NULL, slow, NULL);
  pthread_create(&q, NULL, quick, NULL);
  pthread_join(s, NULL);
  pthread_join(q, NULL);
  return 0;
}
