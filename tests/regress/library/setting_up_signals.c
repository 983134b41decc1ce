// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers are set and masks changed; no signal arrives.
// expect: unreach-call=true no-data-race=true
// variant: -DRAISE => unreach-call=unknown
// reason: raise
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>

static volatile sig_atomic_t stop;
static void handler(int number) { stop = number; }
static void *work(void *unused) { return unused; }

int main(void) {
  struct sigaction action = {0}, before;
  sigset_t set;
  assert(sigemptyset(&set) == 0 && sigaddset(&set, SIGINT) == 0);
  assert(sigismember(&set, SIGINT) == 1 && sigismember(&set, SIGTERM) == 0 && sigismember(&set, 0) == -1);
  assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  assert(sigaction(SIGTERM, &action, &before) == 0 &&
         (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN));
  assert(sigaction(SIGKILL, &action, NULL) == -1);
  assert(signal(SIGPIPE, SIG_IGN) != SIG_ERR && signal(SIGPIPE, SIG_DFL) == SIG_IGN);
  prctl(PR_SET_NAME, "main");
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
#ifdef RAISE
  raise(SIGTERM);
#endif
  assert(!stop);
  return 0;
}
