// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static void deep(int n) {
  if (n == 0) pthread_exit((void *)99L);
  deep(n - 1);
}
static void *leaver(void *arg) {
  deep(*(int *)arg);
  assert(0);
  return NULL;
}
int main(void) {
  pthread_t t;
  int depth = 3;
  void *result = NULL;
  pthread_create(&t, NULL, leaver, &depth);
  assert(pthread_join(t, &result) == 0);
  assert(result == (void *)99L);
  return 0;
}
