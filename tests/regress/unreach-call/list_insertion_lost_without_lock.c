// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
static struct node *head;

static void *insert(void *arg) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->value = *(int *)arg;
  n->next = head;
  head = n;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int v[2] = {4, 5}, sum = 0;
  pthread_create(&a, NULL, insert, &v[0]);
  pthread_create(&b, NULL, insert, &v[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *n = head; n; n = n->next) sum += n->value;
  assert(sum == 9);
  return 0;
}
