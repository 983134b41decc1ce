// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true valid-memsafety=true|unknown
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
static struct {
  pthread_mutex_t lock;
  struct node *head;
} list = {PTHREAD_MUTEX_INITIALIZER, NULL};

static void *insert(void *arg) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->value = *(int *)arg;
  pthread_mutex_lock(&list.lock);
  n->next = list.head;
  list.head = n;
  pthread_mutex_unlock(&list.lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int v[2] = {4, 5}, sum = 0;
  pthread_create(&a, NULL, insert, &v[0]);
  pthread_create(&b, NULL, insert, &v[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  while (list.head) {
    struct node *n = list.head;
    sum += n->value;
    list.head = n->next;
    free(n);
  }
  assert(sum == 9);
  return 0;
}
