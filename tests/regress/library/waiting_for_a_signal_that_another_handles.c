// SPDX-License-Identifier: GPL-3.0-or-later
// No signal arrives, and who waits for any of them goes on at some time: this is no deadlock.
// expect: no-deadlock=true no-data-race=true
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *work(void *unused) { return unused; }

int main(void) {
  pthread_t t;
  sigset_t all;
  sigfillset(&all);
  pthread_create(&t, NULL, work, NULL);
  sigsuspend(&all);
  pause();
  pthread_join(t, NULL);
  return 0;
}
