// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int rounds;

static void again(void *p) {
  rounds++;
  if (rounds < 3) pthread_setspecific(key, p);
}
static void *worker(void *arg) {
  pthread_setspecific(key, arg);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&key, again);
  pthread_create(&t, NULL, worker, &rounds);
  pthread_join(t, NULL);
  assert(rounds == 3);
  return 0;
}
