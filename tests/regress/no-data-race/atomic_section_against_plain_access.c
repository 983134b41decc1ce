// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 20
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int shared;

static void *writer(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
  shared = 1;
  __VERIFIER_atomic_end();
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  int seen = shared;
  pthread_join(t, NULL);
  return seen;
}
