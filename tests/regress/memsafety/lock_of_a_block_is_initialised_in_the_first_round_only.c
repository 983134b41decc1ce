// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order, bmc-lazy, induction unreach-call=true|unknown no-data-race=true|unknown
// line: 21
// Each round has a lock of its own, which must be initialised before it is taken.
#include <assert.h>
#include <pthread.h>

static int count;

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_t m;
#ifdef FIXED
    pthread_mutex_init(&m, 0);
#else
    if (i == 0) pthread_mutex_init(&m, 0);
#endif
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
  }
  assert(count == 2);
}
