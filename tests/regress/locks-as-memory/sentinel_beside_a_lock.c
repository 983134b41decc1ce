// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore 48 states; bmc-order; impact unreach-call=true no-data-race=true
// variant: -DUNLOCKED => no-data-race=false
// A ring of nodes whose first one is in the struct with the lock: what is written through `prev` is never the lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *prev, *next;
};
static struct {
  pthread_mutex_t lock;
  struct node head;
} list;

static void *push(void *arg) {
  struct node *n = arg;
#ifndef UNLOCKED
  pthread_mutex_lock(&list.lock);
#endif
  n->next = list.head.next;
  n->prev = &list.head;
  list.head.next->prev = n;
  list.head.next = n;
#ifndef UNLOCKED
  pthread_mutex_unlock(&list.lock);
#endif
  return NULL;
}

int main(void) {
  static struct node a, b;
  pthread_mutex_init(&list.lock, NULL);
  list.head.prev = list.head.next = &list.head;
  pthread_t t;
  pthread_create(&t, NULL, push, &a);
  push(&b);
  pthread_join(t, NULL);
  assert(list.head.next == &a || list.head.next == &b);
  assert(list.head.next->next->next == &list.head);
  return 0;
}
