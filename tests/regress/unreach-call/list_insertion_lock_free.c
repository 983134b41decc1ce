// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
static _Atomic(struct node *) head;

static void *insert(void *arg) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->value = *(int *)arg;
  n->next = atomic_load(&head);
  while (!atomic_compare_exchange_strong(&head, &n->next, n)) {
  }
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int v[2] = {4, 5}, sum = 0;
  pthread_create(&a, NULL, insert, &v[0]);
  pthread_create(&b, NULL, insert, &v[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *n = atomic_load(&head); n;) {
    struct node *old = n;
    sum += n->value;
    n = n->next;
    free(old);
  }
  assert(sum == 9);
  return 0;
}
