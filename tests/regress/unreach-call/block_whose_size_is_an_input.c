// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 48 states; bmc-order
// variant: -DWRONG => unreach-call=false
// variant: -DBEYOND => unreach-call=unknown
// The size is an input; what is behind the end is not there.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
static int *data;
static unsigned length;

static void *fill(void *arg) {
  for (unsigned i = 0; i < length; i++) data[i] = (int)i;
  return arg;
}

int main(void) {
  pthread_t t;
  length = __VERIFIER_nondet_uint();
  if (length == 0 || length > 3) return 0;
  data = malloc(length * sizeof(int));
  pthread_create(&t, 0, fill, 0);
  pthread_join(t, 0);
#ifdef WRONG
  assert(data[length - 1] == (int)length);
#elif defined BEYOND
  data[length] = 0;
#else
  assert(data[length - 1] == (int)length - 1);
#endif
  return 0;
}
