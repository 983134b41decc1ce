// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-deadlock=true
// engines: explore; bmc-order
// variant: -DRESET => unreach-call=true no-deadlock=true
// variant: -DLOOK_FIRST => unreach-call=true no-deadlock=true
// variant: -DCHECKS => unreach-call=true no-deadlock=true
// variant: -DATTEMPTS => unreach-call=true no-deadlock=true
// variant: -DBUG => unreach-call=false no-deadlock=true
// variant: -DLOOK_FIRST -DBUG => unreach-call=false no-deadlock=true
// variant: -DLEFT_LOCKED => unreach-call=true no-deadlock=true
// Spin locks by compare-and-swap, in the ways they are written: a failed attempt changes nothing, also where the paths of success and
// failure meet before the loop goes on. With BUG the lock does not lock. With LEFT_LOCKED the second thread spins for ever, which is
// no deadlock; the assertion is never reached then.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifdef BUG
#define TAKEN 0
#else
#define TAKEN 1
#endif

static atomic_int word;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void lock(void) {
#if defined RESET
  int expected = 0;
  while (!atomic_compare_exchange_strong(&word, &expected, TAKEN)) expected = 0;
#elif defined LOOK_FIRST
  for (;;) {
    if (!atomic_load(&word)) {
      int expected = 0;
      if (atomic_compare_exchange_weak(&word, &expected, TAKEN)) break;
    }
    sched_yield();
  }
#elif defined CHECKS
  int expected = 0;
  while (!atomic_compare_exchange_strong(&word, &expected, TAKEN))
    if (expected != TAKEN)
      assert(0);
    else
      expected = 0;
#elif defined ATTEMPTS
  while (pthread_mutex_trylock(&mutex) != 0) sched_yield();
#else
  for (;;) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&word, &expected, TAKEN)) break;
  }
#endif
}

static void unlock(void) {
#if defined ATTEMPTS
  pthread_mutex_unlock(&mutex);
#elif !defined LEFT_LOCKED
  atomic_store(&word, 0);
#endif
}

static void *worker(void *arg) {
  lock();
  counter++;
  unlock();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
