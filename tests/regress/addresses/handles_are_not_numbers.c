// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: explore; bmc-order; bmc-lazy
// variant: -DEQUAL => unreach-call=unknown
// engines: explore; bmc-order
// Which of two handles is the smaller one is not known; a handle may also be given out again.
#include <pthread.h>
void reach_error(void);
static void *nothing(void *arg) { return arg; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, nothing, 0);
  pthread_create(&b, 0, nothing, 0);
#ifdef EQUAL
  pthread_join(a, 0);
  pthread_join(b, 0);
  if ((unsigned)a == (unsigned)b) reach_error();
#else
  if (b < a) reach_error();
#endif
  return 0;
}
