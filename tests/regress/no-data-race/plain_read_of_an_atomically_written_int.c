// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 16
#include <pthread.h>

static int value;

static void *setter(void *arg) {
  (void)arg;
  __atomic_store_n(&value, 1, __ATOMIC_SEQ_CST);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setter, NULL);
  int seen = value;
  pthread_join(t, NULL);
  return seen;
}
