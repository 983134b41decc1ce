// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true unreach-call=true
#include <assert.h>
#include <pthread.h>

struct operations {
  void (*enter)(void);
  void (*leave)(void);
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void enter(void) { pthread_mutex_lock(&lock); }
static void leave(void) { pthread_mutex_unlock(&lock); }
static const struct operations locked = {enter, leave};

static void *worker(void *arg) {
  const struct operations *ops = arg;
  ops->enter();
  value++;
  ops->leave();
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)&locked);
  pthread_create(&b, NULL, worker, (void *)&locked);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 2);
  return 0;
}
