// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 17
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};
struct order {
  struct account *from, *to;
};
static void *transfer(void *arg) {
  struct order *o = arg;
  pthread_mutex_lock(&o->from->lock);
  pthread_mutex_lock(&o->to->lock);
  o->from->balance--;
  o->to->balance++;
  pthread_mutex_unlock(&o->to->lock);
  pthread_mutex_unlock(&o->from->lock);
  return NULL;
}
static struct account *open_account(void) {
  struct account *a = malloc(sizeof *a);
  if (!a) abort();
  pthread_mutex_init(&a->lock, NULL);
  a->balance = 10;
  return a;
}
int main(void) {
  pthread_t t, u;
  struct account *a = open_account(), *b = open_account();
  struct order there = {a, b}, back = {b, a};
  pthread_create(&t, NULL, transfer, &there);
  pthread_create(&u, NULL, transfer, &back);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  free(a);
  free(b);
  return 0;
}
