// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown unreach-call=true
#include <assert.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct queue {
  struct node *head, **tail;
};
static void push(struct queue *q, int value) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->value = value;
  n->next = NULL;
  *q->tail = n;
  q->tail = &n->next;
}
static int pop(struct queue *q) {
  struct node *n = q->head;
  int value = n->value;
  q->head = n->next;
  if (!q->head) q->tail = &q->head;
  free(n);
  return value;
}
int main(void) {
  struct queue q;
  q.head = NULL;
  q.tail = &q.head;
  push(&q, 1);
  push(&q, 2);
  assert(pop(&q) == 1);
  push(&q, 3);
  assert(pop(&q) == 2 && pop(&q) == 3 && q.head == NULL);
  return 0;
}
