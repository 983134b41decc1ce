// SPDX-License-Identifier: GPL-3.0-or-later
// main joins a thread and looks at its result at once. Between the join and the failure main rests nowhere, so the
// failure stands behind the end of the thread and not behind a step of main. impact, along one order of the steps,
// followed main alone into the join and lost the failure.
// expect: unreach-call=false
// engines: explore; bmc-order; impact unreach-call=unknown
// variant: -DRIGHT => unreach-call=true
// engines: explore; bmc-order; impact unreach-call=true|unknown
// variant: -DGLOBAL => unreach-call=false
// engines: explore; bmc-order; impact unreach-call=false|unknown
#include <assert.h>
#include <pthread.h>

#ifdef RIGHT
enum { RETURNED = 0 };
#else
enum { RETURNED = 1 };
#endif
static long returned;

static void *gives(void *unused) {
  int given = RETURNED;
  returned = given;
  return (void *)(long)given;
}

int main(void) {
  void *result = 0;
  pthread_t thread;
  pthread_create(&thread, 0, gives, 0);
#ifdef GLOBAL
  pthread_join(thread, 0);
  assert(returned <= 0);
#else
  pthread_join(thread, &result);
  assert((long)result <= 0);
#endif
}
