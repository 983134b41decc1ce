// SPDX-License-Identifier: GPL-3.0-or-later
// Every access to `value` is made by a thread that holds the lock, and still they meet: the lock is initialised again
// while it is held, or there are two of them, each in an object of its own.
// expect: no-data-race=false
// engines: explore
// variant: -DTWO_OBJECTS => no-data-race=false
// engines: explore
#include <pthread.h>
#include <stdlib.h>

struct guard {
  pthread_mutex_t lock;
  int uses;
};
static struct guard *first, *second;
static int value;

static struct guard *make(void) {
  struct guard *g = calloc(1, sizeof *g);
  pthread_mutex_init(&g->lock, NULL);
  return g;
}

static void *one(void *unused) {
  (void)unused;
  pthread_mutex_lock(&first->lock);
  value++;
  pthread_mutex_unlock(&first->lock);
  return NULL;
}

static void *two(void *unused) {
  (void)unused;
#ifdef TWO_OBJECTS
  second = make();
#else
  second = first;
  pthread_mutex_init(&second->lock, NULL);
#endif
  pthread_mutex_lock(&second->lock);
  value--;
  pthread_mutex_unlock(&second->lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  first = make();
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
