// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// line: 15
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *quitter(void *arg) {
  (void)arg;
  exit(0);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, quitter, NULL);
  assert(0);
  return 0;
}
