// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false unreach-call=true
// line: 12
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static bool touched;

static void *toucher(void *arg) {
  (void)arg;
  touched = true;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, toucher, NULL);
  pthread_create(&b, NULL, toucher, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(touched);
  return 0;
}
