// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
static int shared;

static void *worker(void *arg) {
  if (*(unsigned char *)arg > 100) shared = 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 50) return 0;
  pthread_create(&t, NULL, worker, &n);
  int seen = shared;
  pthread_join(t, NULL);
  return seen;
}
