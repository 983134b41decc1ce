// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true no-deadlock=true
// line: 62
// The worker looks at the shutdown flag before it looks at the queue.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct task {
  void (*run)(int *);
  int *argument;
  struct task *next;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct task *first;
static int closed;

static void submit(void (*run)(int *), int *argument) {
  struct task *t = malloc(sizeof *t);
  if (!t) abort();
  t->run = run;
  t->argument = argument;
  pthread_mutex_lock(&lock);
  t->next = first;
  first = t;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}
static struct task *next_task(void) {
  struct task *t = NULL;
  pthread_mutex_lock(&lock);
  while (!first && !closed) pthread_cond_wait(&changed, &lock);
  if (!closed) {
    t = first;
    first = t->next;
  }
  pthread_mutex_unlock(&lock);
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

int main(void) {
  pthread_t t;
  int a = 3;
  pthread_create(&t, NULL, worker, NULL);
  submit(twice, &a);
  pthread_mutex_lock(&lock);
  closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  assert(a == 6);
  return 0;
}
