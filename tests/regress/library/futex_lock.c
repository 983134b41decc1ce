// SPDX-License-Identifier: GPL-3.0-or-later
// Drepper's mutex on the futex system call ("Futexes Are Tricky", the second of three). Without the wake-up somebody sleeps for ever.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// variant: -DNO_WAKE => unreach-call=true no-data-race=true no-deadlock=false
// variant: -DNO_LOCK => no-data-race=false
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int state;
static int counter;

static int compare(int expected, int next) {
  atomic_compare_exchange_strong(&state, &expected, next);
  return expected;
}
static void lock(void) {
#ifndef NO_LOCK
  int c = compare(0, 1);
  if (c == 0) return;
  do {
    if (c == 2 || compare(1, 2) != 0) syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
  } while ((c = compare(0, 2)) != 0);
#endif
}
static void unlock(void) {
#ifndef NO_LOCK
  if (atomic_fetch_sub(&state, 1) != 1) {
    atomic_store(&state, 0);
#ifndef NO_WAKE
    syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
#endif
  }
#endif
}
static void *work(void *unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  assert(counter == 2);
  return 0;
}
