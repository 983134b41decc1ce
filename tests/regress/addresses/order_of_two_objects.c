// SPDX-License-Identifier: GPL-3.0-or-later
// Which of two objects has the lower address is not known, but it stays so: who locks the lower one first is right whichever it is.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore; auto
// replay: which of two objects has the lower address
// variant: -DHEAP => unreach-call=true no-data-race=true no-deadlock=true
// variant: -DUNORDERED => no-deadlock=false
// variant: -DFIRST => unreach-call=false
// variant: -DOTHER => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};
static struct account one = {PTHREAD_MUTEX_INITIALIZER, 5}, two = {PTHREAD_MUTEX_INITIALIZER, 5};
static struct account *a = &one, *b = &two;

static void transfer(struct account *from, struct account *to) {
#ifdef UNORDERED
  struct account *first = from, *second = to;
#else
  struct account *first = from < to ? from : to, *second = from < to ? to : from;
  assert((from < to) != (to < from) && from != to && (from <= to) == (from < to) && (from > to) == (to < from));
#endif
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance--;
  to->balance++;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}
static void *back(void *unused) {
  transfer(b, a);
  return unused;
}

int main(void) {
#ifdef HEAP
  a = malloc(sizeof *a);
  b = malloc(sizeof *b);
  pthread_mutex_init(&a->lock, NULL);
  pthread_mutex_init(&b->lock, NULL);
  a->balance = b->balance = 5;
#endif
  struct account three;
  assert((a < b && b < &three) <= (a < &three));  // transitive
  pthread_t t;
  pthread_create(&t, NULL, back, NULL);
  transfer(a, b);
  pthread_join(t, NULL);
  assert(a->balance == 5 && b->balance == 5);
#ifdef FIRST
  assert(a < b);
#endif
#ifdef OTHER
  assert(b < a);
#endif
  return 0;
}
