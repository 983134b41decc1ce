// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  pthread_mutex_t lock;
  struct node *next;
};
static struct node *new_node(int key, struct node *next) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->key = key;
  n->next = next;
  pthread_mutex_init(&n->lock, NULL);
  return n;
}
static struct node *list;

static void *insert(void *arg) {
  int key = *(int *)arg;
  struct node *before = list;
  pthread_mutex_lock(&before->lock);
  while (before->next && before->next->key < key) {
    struct node *after = before->next;
    pthread_mutex_unlock(&before->lock);
    pthread_mutex_lock(&after->lock);
    before = after;
  }
  struct node *n = new_node(key, before->next);
  pthread_mutex_unlock(&before->lock);
  before->next = n;
  return NULL;
}
int main(void) {
  pthread_t t[2];
  int keys[2] = {7, 8}, n = 0;
  list = new_node(0, NULL);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, insert, &keys[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  for (struct node *p = list; p->next; p = p->next) n++;
  assert(n == 2);
  return 0;
}
