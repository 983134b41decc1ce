// SPDX-License-Identifier: GPL-3.0-or-later
// construct: list on the heap
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Two threads push a node each onto a list under a mutex. With BUG a thread reads the head before it takes the mutex.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static void *push(void *arg) {
  struct node *node = malloc(sizeof *node);
#ifdef BUG
  node->next = head;
  pthread_mutex_lock(&m);
#else
  pthread_mutex_lock(&m);
  node->next = head;
#endif
  head = node;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, push, 0);
  push(0);
  pthread_join(t, 0);
  assert(head && head->next && !head->next->next);
}
