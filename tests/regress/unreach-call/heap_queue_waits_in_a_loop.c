// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 74 states; bmc-order
// Nodes on the heap go through a queue with a mutex and a condition variable.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *producer(void *arg) {
  for (int i = 1; i <= 2; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    pthread_mutex_lock(&lock);
    n->next = head;
    head = n;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  int sum = 0;
  pthread_create(&t, 0, producer, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    while (head == 0) pthread_cond_wait(&filled, &lock);
    struct node *n = head;
    
    head = n->next;
    sum += n->value;
    pthread_mutex_unlock(&lock);
  }
  pthread_join(t, 0);
  assert(sum == 3);
  return 0;
}
