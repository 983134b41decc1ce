// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 19
#include <pthread.h>

static union {
  int whole;
  char bytes[4];
} u;

static void *low(void *arg) {
  (void)arg;
  u.bytes[3] = 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, low, NULL);
  int seen = u.whole;
  pthread_join(t, NULL);
  return seen;
}
