// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy, induction unreach-call=unknown
// variant: -DHEAP => valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy unreach-call=unknown
// variant: -DWAITS => valid-memsafety=false
// engines: auto
// variant: -DBROADCASTS => valid-memsafety=false
// engines: auto
// variant: -DDESTROYED => valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy, induction unreach-call=unknown
// variant: -DDESTROYED_ONLY => valid-memsafety=false
// engines: auto; bmc-order unreach-call=unknown
// variant: -DMUTEX => valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy unreach-call=unknown
// variant: -DRWLOCK => valid-memsafety=false
// engines: auto; bmc-order unreach-call=unknown
// variant: -DSEMAPHORE => valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy unreach-call=unknown
// variant: -DBARRIER => valid-memsafety=false
// engines: auto; bmc-order unreach-call=unknown
// variant: -DSPIN => valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy unreach-call=unknown
// variant: -DSTATIC_SPIN => valid-memsafety=false
// engines: auto; bmc-order, bmc-lazy, induction unreach-call=unknown
// variant: -DINITIALISED => unreach-call=true no-deadlock=true
// engines: auto; bmc-order; bmc-lazy unreach-call=true
// variant: -DHEAP -DINITIALISED => unreach-call=true no-deadlock=true
// engines: auto; bmc-order; impact unreach-call=true
// variant: -DSTATIC_SPIN -DINITIALISED => unreach-call=true no-deadlock=true
// engines: auto; bmc-order; bmc-lazy, induction unreach-call=true; impact unreach-call=true
// POSIX: what is not initialised, by the function or by the static initialiser, is not to be used. There is no static
// initialiser for spin locks; on x86 one of zeros would be held for ever.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_spinlock_t static_spin;

static void *signals(void *condition) {
#if defined BROADCASTS
  pthread_cond_broadcast(condition);
#elif defined WAITS
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  pthread_cond_wait(condition, &lock);
  pthread_mutex_unlock(&lock);
#else
  pthread_cond_signal(condition);
#endif
  return NULL;
}

static void use_condition(void) {
#ifdef HEAP
  pthread_cond_t *c = malloc(sizeof *c);
#else
  pthread_cond_t on_the_stack, *c = &on_the_stack;
#endif
#if defined INITIALISED || defined DESTROYED
  pthread_cond_init(c, NULL);
#endif
#if defined DESTROYED || defined DESTROYED_ONLY
  pthread_cond_destroy(c);
#endif
  pthread_t thread;
  pthread_create(&thread, NULL, signals, c);
  pthread_join(thread, NULL);
#ifdef INITIALISED
  pthread_cond_destroy(c);
#endif
}

int main(void) {
#if defined MUTEX
  pthread_mutex_t lock;
  pthread_mutex_lock(&lock);
#elif defined RWLOCK
  pthread_rwlock_t lock;
  pthread_rwlock_rdlock(&lock);
#elif defined SEMAPHORE
  sem_t semaphore;
  sem_post(&semaphore);
#elif defined BARRIER
  pthread_barrier_t barrier;
  pthread_barrier_wait(&barrier);
#elif defined SPIN
  pthread_spinlock_t lock;
  pthread_spin_lock(&lock);
#elif defined STATIC_SPIN
#ifdef INITIALISED
  pthread_spin_init(&static_spin, PTHREAD_PROCESS_PRIVATE);
#endif
  pthread_spin_lock(&static_spin);
  pthread_spin_unlock(&static_spin);
#else
  use_condition();
#endif
}
