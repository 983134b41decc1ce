// SPDX-License-Identifier: GPL-3.0-or-later
// The worker that comes first ends in another way than the rest: it keeps a lock (the default), ends the program, or
// is not looked at any further. What main does after it has joined threads[0] is wrong whenever threads[0] is one of
// the others.
// expect: unreach-call=false
// engines: explore
// variant: -DEXITS => unreach-call=false
// engines: explore
// variant: -DASSUMES => unreach-call=false
// engines: explore
// variant: -DALL_JOINED => unreach-call=true
// engines: explore
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, kept = PTHREAD_MUTEX_INITIALIZER;
static int came, ended;

static void *worker(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  const int first = came++ == 0;
  pthread_mutex_unlock(&lock);
  if (first) {
#ifdef EXITS
    exit(0);
#elif defined ASSUMES
    __VERIFIER_assume(0);
#else
    pthread_mutex_lock(&kept);
#endif
  }
  pthread_mutex_lock(&lock);
  ended++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, worker, NULL);
  pthread_join(threads[0], NULL);
#ifdef ALL_JOINED
  pthread_join(threads[1], NULL);
  pthread_join(threads[2], NULL);
#endif
  pthread_mutex_lock(&lock);
  assert(ended == 3);
  pthread_mutex_unlock(&lock);
}
