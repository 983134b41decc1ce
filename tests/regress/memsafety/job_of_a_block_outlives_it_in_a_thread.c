// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown no-data-race=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown
// line: 15
#include <assert.h>
#include <pthread.h>

struct job { int number, result; };

static void *work(void *arg) {
  struct job *j = arg;
  j->result = j->number + 1;
  return 0;
}
int main(void) {
  pthread_t t;
  {
    struct job j = {1, 0};
    pthread_create(&t, 0, work, &j);
#ifdef FIXED
    pthread_join(t, 0);
    assert(j.result == 2);
#endif
  }
#ifndef FIXED
  pthread_join(t, 0);
#endif
}
