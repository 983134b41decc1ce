// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order, bmc-lazy, bmc-eager unknown
// variant: -DCOPIED => unreach-call=false
// engines: explore; bmc-order, bmc-lazy unknown
// variant: -DINITIALISED => unreach-call=true
// engines: explore; bmc-order
// No call initialises the mutex: what main writes while it is alone says that the mutex is recursive.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
extern void reach_error(void);
static struct {
  int count;
  pthread_mutex_t lock;
} shared;

static void *worker(void *unused) {
  pthread_mutex_lock(&shared.lock);
  if (pthread_mutex_trylock(&shared.lock) == 0) reach_error();
  pthread_mutex_unlock(&shared.lock);
  return unused;
}

int main(void) {
  pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#if defined INITIALISED
  memset(&shared, 0xff, sizeof shared);
  pthread_mutex_init(&shared.lock, 0);
#elif defined COPIED
  memcpy(&shared.lock, &recursive, sizeof recursive);
#else
  shared.lock = recursive;
#endif
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
