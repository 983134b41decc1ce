// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 7
#include <pthread.h>

static void *bump(void *arg) {
  ++*(int *)arg;
  return NULL;
}
int main(void) {
  pthread_t t;
  int local = 0;
  pthread_create(&t, NULL, bump, &local);
  local += 2;
  pthread_join(t, NULL);
  return local;
}
