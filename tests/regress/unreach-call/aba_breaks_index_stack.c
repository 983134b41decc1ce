// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-deadlock=true
// line: 31
// pop() reads head and next, sleeps, and its exchange succeeds although node 0 was popped, 1 popped and 0 pushed again:
// node 1 is then on the stack and in use at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NONE = -1 };
static atomic_int head = 0;
static atomic_int next[2] = {1, NONE};
static atomic_int used[2];

static int pop(void) {
  for (;;) {
    int top = atomic_load(&head);
    if (top == NONE) return NONE;
    int after = atomic_load(&next[top]);
    if (atomic_compare_exchange_strong(&head, &top, after)) return top;
  }
}
static void push(int node) {
  int top = atomic_load(&head);
  do {
    atomic_store(&next[node], top);
  } while (!atomic_compare_exchange_strong(&head, &top, node));
}
static int take(void) {
  int node = pop();
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
  int a = take();
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
