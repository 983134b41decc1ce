// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order; bmc-lazy
// variant: -DFILL => unreach-call=unknown
// variant: -DLOCAL => unreach-call=unknown
// variant: -DLOCAL -DFILL => unreach-call=unknown
// variant: -DTHREAD => unreach-call=unknown
// engines: bmc-order
// Where the array begins is not known, nor what its address is without the last byte.
#include <pthread.h>
#include <string.h>
void reach_error(void);
static char a[16];
static char *p;

static void *overwrite(void *arg) {
  *(unsigned char *)&p = 0;
  return arg;
}

int main(void) {
#ifdef LOCAL
  char *p;
#endif
  p = a + 5;
#ifdef FILL
  memset(&p, 0, 1);
#elif defined THREAD
  pthread_t t;
  pthread_create(&t, 0, overwrite, 0);
  pthread_join(t, 0);
#elif defined LOCAL
  *(unsigned char *)&p = 0;
#else
  overwrite(0);
#endif
  if (p != a) reach_error();
  return 0;
}
