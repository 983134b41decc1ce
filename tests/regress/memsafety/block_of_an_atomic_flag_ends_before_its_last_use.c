// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown no-data-race=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown no-data-race=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true
// time-limit: 8s
// line: 19
// The owner waits for the flag, and the thread touches the block once more after it set the flag.
#include <pthread.h>
#include <stdatomic.h>

struct job { atomic_int ready, seen; };

static void *work(void *arg) {
  struct job *j = arg;
#ifndef FIXED
  j->ready = 1;
#endif
  j->seen = 1;
#ifdef FIXED
  j->ready = 1;
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  {
    struct job j = {0, 0};
    pthread_create(&t, 0, work, &j);
    while (!j.ready) {}
  }
  pthread_join(t, 0);
}
