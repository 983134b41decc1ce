// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// line: 17
// Relying on the first waiter to be the first one woken.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tickets, waiting, first_waiter;

static void *waiter(void *arg) {
  int me = (int)(long)arg;
  pthread_mutex_lock(&lock);
  if (waiting++ == 0) first_waiter = me;
  while (tickets == 0) pthread_cond_wait(&changed, &lock);
  if (tickets == 1) assert(me == first_waiter);
  tickets--;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, (void *)1L);
  pthread_create(&b, NULL, waiter, (void *)2L);
  pthread_mutex_lock(&lock);
  tickets = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  pthread_mutex_lock(&lock);
  tickets = 2;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(b, NULL);
  return 0;
}
