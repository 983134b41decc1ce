// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// variant: -DSHORT => no-data-race=true
#include <pthread.h>
#include <string.h>
#ifdef SHORT
#define MOST 3
#else
#define MOST 4
#endif
unsigned __VERIFIER_nondet_uint(void);

static char buffer[16];

static void *worker(void *arg) {
  (void)arg;
  buffer[3] = 5;
  return NULL;
}
int main(void) {
  pthread_t t;
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > MOST) return 0;
  pthread_create(&t, NULL, worker, NULL);
  memset(buffer, 0, n);
  pthread_join(t, NULL);
  return 0;
}
