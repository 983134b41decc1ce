// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true unreach-call=true valid-memsafety=true|unknown
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  int number;
  pthread_mutex_t lock;
  int balance;
};
struct order {
  struct account *from, *to;
};
static void *transfer(void *arg) {
  struct order *o = arg;
  struct account *first = o->from->number < o->to->number ? o->from : o->to;
  struct account *second = first == o->from ? o->to : o->from;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  o->from->balance--;
  o->to->balance++;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
  return NULL;
}
static struct account *open_account(int number) {
  struct account *a = malloc(sizeof *a);
  if (!a) abort();
  a->number = number;
  pthread_mutex_init(&a->lock, NULL);
  a->balance = 10;
  return a;
}
static void close_account(struct account *a) {
  pthread_mutex_destroy(&a->lock);
  free(a);
}
int main(void) {
  pthread_t t, u;
  struct account *a = open_account(1), *b = open_account(2);
  struct order there = {a, b}, back = {b, a};
  pthread_create(&t, NULL, transfer, &there);
  pthread_create(&u, NULL, transfer, &back);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  assert(a->balance == 10 && b->balance == 10);
  close_account(a);
  close_account(b);
  return 0;
}
