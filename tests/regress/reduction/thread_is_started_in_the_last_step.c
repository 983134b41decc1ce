// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: --reduction sir => unreach-call=false
// engines: bmc-eager
// variant: --reduction mpor => unreach-call=false
// engines: bmc-eager
// variant: -DLOCAL => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DFIXED => unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DFIXED --reduction sir => unreach-call=true
// engines: bmc-eager
// Main starts a thread and does nothing else that anybody notices. The thread fails all the same.
#include <assert.h>
#include <pthread.h>

static int content;
#ifndef LOCAL
static pthread_t thread;
#endif

static void *run(void *arg) {
#ifdef FIXED
  assert(content == 0);
#else
  assert(content != 0);
#endif
  return arg;
}

int main(void) {
#ifdef LOCAL
  pthread_t thread;
#endif
  pthread_create(&thread, 0, run, 0);
  return 0;
}
