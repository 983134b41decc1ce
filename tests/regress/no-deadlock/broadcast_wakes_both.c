// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true
// engines: auto; bmc-order
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int open;

static void *visitor(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  while (!open) pthread_cond_wait(&opened, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, visitor, NULL);
  pthread_mutex_lock(&lock);
  open = 1;
  pthread_cond_broadcast(&opened);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
