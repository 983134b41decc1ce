// SPDX-License-Identifier: GPL-3.0-or-later
// construct: threads without end
// expect: unreach-call=true
// engines: explore unknown "more than 200 threads at once"; induction; invariants unknown "no proof found"
// engines: impact unknown "threads are started without end, or very many"
// slow: bmc-order, bmc-lazy, bmc-eager
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; walk; induction, invariants unknown "no proof found"
// engines: impact unknown "threads are started without end, or very many"
// Main starts threads for ever; each moves one between two counters under a mutex. With BUG one of the counters moves
// twice.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int in = 8, out;

static void *move(void *arg) {
  pthread_mutex_lock(&m);
  if (in > 0) {
    in--;
    out++;
  }
#ifdef BUG
  out++;
#endif
  assert(in + out == 8);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, move, 0);
  }
}
