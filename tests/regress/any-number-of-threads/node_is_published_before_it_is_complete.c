// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes are filled while only one thread knows them. With BUG one field is written after the node was handed over.
// expect: no-data-race=true
// engines: invariants
// variant: -DBUG => no-data-race=false
// engines: auto; invariants no-data-race=unknown "a data race between"
// flags: --property no-data-race
#include <pthread.h>
#include <stdlib.h>

struct job {
  int kind, size;
  struct job* next;
};
static struct job* queue;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

extern int __VERIFIER_nondet_int(void);

static void push(struct job* j) {
  pthread_mutex_lock(&lock);
  j->next = queue;
  queue = j;
  pthread_mutex_unlock(&lock);
}

static struct job* pop(void) {
  pthread_mutex_lock(&lock);
  struct job* j = queue;
  if (j) queue = j->next;
  pthread_mutex_unlock(&lock);
  return j;
}

static void* producer(void* unused) {
  (void)unused;
  while (__VERIFIER_nondet_int()) {
    struct job* j = malloc(sizeof *j);
    j->kind = __VERIFIER_nondet_int();
    j->size = 1;
    push(j);
#ifdef BUG
    j->size = 2;
#endif
  }
  return 0;
}

static void* consumer(void* unused) {
  (void)unused;
  int done = 0;
  for (;;) {
    struct job* j = pop();
    if (j) done += j->size;
  }
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  pthread_create(&t, 0, producer, 0);
  pthread_create(&t, 0, consumer, 0);
  pthread_create(&t, 0, consumer, 0);
  pthread_exit(0);
}
