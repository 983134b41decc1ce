// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void *counter(void *arg) {
  (void)arg;
  int got = pthread_mutex_trylock(&lock) == 0;
  hits++;
  if (got) pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, counter, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(hits == 2);
  return 0;
}
