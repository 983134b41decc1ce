// SPDX-License-Identifier: GPL-3.0-or-later
// Each round has a lock of its own, which must be initialised before it is taken.
// expect: valid-memsafety=false unreach-call=unknown
// line: 26
// variant: --engine bmc-order => unreach-call=unknown
// variant: --engine bmc-lazy => unreach-call=unknown
// variant: --engine bmc-eager => unreach-call=unknown
// variant: --engine induction => unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// variant: -DFIXED --engine bmc-order => unreach-call=true|unknown no-data-race=true|unknown
// variant: -DFIXED --engine bmc-lazy => unreach-call=true|unknown no-data-race=true|unknown
// variant: -DFIXED --engine induction => unreach-call=true|unknown no-data-race=true|unknown
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
