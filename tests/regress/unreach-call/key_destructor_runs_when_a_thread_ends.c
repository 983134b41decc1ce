// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true valid-memsafety=true|unknown
// variant: -DNO_DESTRUCTOR => unreach-call=false
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static atomic_int destroyed;

static void destroy(void *p) {
  assert(*(int *)p == 1 || *(int *)p == 2);
  assert(pthread_getspecific(key) == NULL);
  free(p);
  destroyed++;
}
static void *worker(void *arg) {
  int *mine = malloc(sizeof *mine);
  if (!mine) abort();
  *mine = (int)(long)arg;
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, mine);
  if (*mine == 2) pthread_exit(NULL);
  assert(*(int *)pthread_getspecific(key) == 1);
  return NULL;
}
int main(void) {
  pthread_t t[2];
#ifdef NO_DESTRUCTOR
  pthread_key_create(&key, NULL);
#else
  pthread_key_create(&key, destroy);
#endif
  pthread_create(&t[0], NULL, worker, (void *)1L);
  pthread_create(&t[1], NULL, worker, (void *)2L);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(destroyed == 2);
  assert(pthread_key_delete(key) == 0);
  return 0;
}
