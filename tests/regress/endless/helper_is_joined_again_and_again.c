// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore 6 states; induction
// variant: -DNOT_JOINED => unreach-call=false no-data-race=false
// engines: explore; induction unknown; impact
// One helper at a time, for ever: what it does is ordered by its start and its end.
#include <assert.h>
#include <pthread.h>
static int state;

static void *helper(void *unused) {
  state = 2;
  return unused;
}

int main(void) {
  for (;;) {
    pthread_t t;
    state = 1;
    pthread_create(&t, NULL, helper, NULL);
#ifndef NOT_JOINED
    pthread_join(t, NULL);
    assert(state == 2);
#else
    assert(state == 2);
    pthread_join(t, NULL);
#endif
  }
}
