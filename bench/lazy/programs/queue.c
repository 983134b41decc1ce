// SPDX-License-Identifier: GPL-3.0-or-later
// A queue on the heap: one thread appends nodes, the other takes them off and frees them. The list has a lock; its
// length is also looked at without the lock before the lock is taken.
#include <pthread.h>
#include <stdlib.h>

#ifndef ITEMS
#define ITEMS 3
#endif

struct node {
  struct node *next;
  int value;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *head, **tail = &head;
static int length;

static void *producer(void *unused) {
  for (int k = 0; k < ITEMS; k++) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->value = k;
    pthread_mutex_lock(&lock);
    *tail = n;
    tail = &n->next;
    length++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t other;
  int sum = 0;
  pthread_create(&other, NULL, producer, NULL);
  for (int k = 0; k < 2 * ITEMS; k++) {
    if (length == 0) continue;
    pthread_mutex_lock(&lock);
    struct node *n = head;
    if (n) {
      head = n->next;
      if (!head) tail = &head;
      length--;
    }
    pthread_mutex_unlock(&lock);
    if (n) sum += n->value;
    free(n);
  }
  pthread_join(other, NULL);
  return sum > ITEMS * ITEMS;
}
