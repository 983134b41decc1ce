// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true unreach-call=true
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int items;

static int size(void) {
  pthread_mutex_lock(&lock);
  int n = items;
  pthread_mutex_unlock(&lock);
  return n;
}
static void *push(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  if (size() < 4) items++;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &recursive);
  pthread_create(&t, NULL, push, NULL);
  push(NULL);
  pthread_join(t, NULL);
  assert(size() == 2);
  return 0;
}
