// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int started;
static atomic_int initialised;

static void *user(void *arg) {
  (void)arg;
  if (!started) {
    started = 1;
    initialised++;
  }
  assert(initialised <= 1);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, user, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
