// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// variant: -DSUSPENDED => unreach-call=unknown
// No signal arrives, so nothing behind the wait is reached. Nobody models that, so a failure behind it is not told.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
#ifdef SUSPENDED
  sigset_t none;
  sigemptyset(&none);
  sigsuspend(&none);
#else
  pause();
#endif
  assert(0);
}
