// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static pthread_t owner;

static void *worker(void *arg) {
  pthread_t *slot = arg;
  assert(!pthread_equal(pthread_self(), owner));
  *slot = pthread_self();
  return NULL;
}
int main(void) {
  pthread_t t, u, said_t, said_u;
  owner = pthread_self();
  pthread_create(&t, NULL, worker, &said_t);
  pthread_create(&u, NULL, worker, &said_u);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  assert(pthread_equal(t, said_t) && pthread_equal(u, said_u));
  assert(!pthread_equal(said_t, said_u));
  assert(pthread_equal(owner, pthread_self()));
  return 0;
}
