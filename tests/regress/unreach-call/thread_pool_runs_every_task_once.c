// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// A pool with function pointer tasks on the heap and an orderly shutdown.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct task {
  void (*run)(int *);
  int *argument;
  struct task *next;
};
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct task *first;
  int closed;
} pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0};

static void submit(void (*run)(int *), int *argument) {
  struct task *t = malloc(sizeof *t);
  if (!t) abort();
  t->run = run;
  t->argument = argument;
  pthread_mutex_lock(&pool.lock);
  t->next = pool.first;
  pool.first = t;
  pthread_cond_signal(&pool.changed);
  pthread_mutex_unlock(&pool.lock);
}
static struct task *next_task(void) {
  pthread_mutex_lock(&pool.lock);
  while (!pool.first && !pool.closed) pthread_cond_wait(&pool.changed, &pool.lock);
  struct task *t = pool.first;
  if (t) pool.first = t->next;
  pthread_mutex_unlock(&pool.lock);
  return t;
}
static void *worker(void *arg) {
  struct task *t;
  (void)arg;
  while ((t = next_task()) != NULL) {
    t->run(t->argument);
    free(t);
  }
  return NULL;
}
static void twice(int *x) { *x *= 2; }
static void add_five(int *x) { *x += 5; }

int main(void) {
  pthread_t t[2];
  int a = 3, b = 10;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, NULL);
  submit(twice, &a);
  submit(add_five, &b);
  pthread_mutex_lock(&pool.lock);
  pool.closed = 1;
  pthread_cond_broadcast(&pool.changed);
  pthread_mutex_unlock(&pool.lock);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(a == 6 && b == 15);
  return 0;
}
