// SPDX-License-Identifier: GPL-3.0-or-later
// A disk block that is protected by one lock or another, depending on whether it is busy. Thread 0 allocates the block and
// writes it, the second thread resets it while nobody uses it, the third gives it back.
// With locks all schedules are safe, and in the first one the threads make their rounds one after the other.
//   ./heddle schedule -o build/safe examples/schedules/file_system.c
// With --no-locks the locks do nothing, and only the schedule keeps the assertions from failing.
//   ./heddle schedule --no-locks --first -o build/safe examples/schedules/file_system.c
// With -DWISHES there are no locks. Each thread says in an atomic section what has to hold there, and waits until it does; to make
// it so is for the scheduler. First safe schedule: rounds of the three threads, in this order; the second thread always finds
// the block busy, and does nothing. With -DWISHES -DUSEFUL the second thread has to do something in every round. First safe
// schedule: the second thread goes where the block is not busy, so each thread does something in every round.
//   ./heddle schedule --first -o build/safe examples/schedules/file_system.c -- -DWISHES -DUSEFUL
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static int block;
static atomic_bool busy, inode;

#ifdef WISHES

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

static void allocate(void) {
  if (!inode) {
    busy = true;
    inode = true;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(inode && busy);
    block = 1;
    __VERIFIER_atomic_end();
  }
}

static void reset(void) {
#ifndef USEFUL
  if (busy) return;
#endif
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(!busy);
  block = 0;
  __VERIFIER_atomic_end();
}

static void give_back(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(inode == busy);
  inode = false;
  busy = false;
  __VERIFIER_atomic_end();
}

#else

static pthread_mutex_t of_inode = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t of_busy = PTHREAD_MUTEX_INITIALIZER;

static void allocate(void) {
  pthread_mutex_lock(&of_inode);
  if (!inode) {
    pthread_mutex_lock(&of_busy);
    busy = true;
    pthread_mutex_unlock(&of_busy);
    inode = true;
    block = 1;
    assert(block == 1);
  }
  pthread_mutex_unlock(&of_inode);
}

static void reset(void) {
  pthread_mutex_lock(&of_busy);
  if (!busy) {
    block = 0;
    assert(block == 0);
  }
  pthread_mutex_unlock(&of_busy);
}

static void give_back(void) {
  pthread_mutex_lock(&of_inode);
  pthread_mutex_lock(&of_busy);
  inode = false;
  busy = false;
  pthread_mutex_unlock(&of_busy);
  pthread_mutex_unlock(&of_inode);
}

#endif

static void *resetter(void *unused) {
  for (;;) reset();
  return unused;
}

static void *returner(void *unused) {
  for (;;) give_back();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, resetter, NULL);
  pthread_create(&thread, NULL, returner, NULL);
  for (;;) allocate();
  return 0;
}
