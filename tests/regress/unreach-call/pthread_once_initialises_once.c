// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised, value;

static void init(void) {
  initialised++;
  value = 42;
}
static void *user(void *arg) {
  (void)arg;
  pthread_once(&once, init);
  assert(value == 42);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, user, NULL);
  user(NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(initialised == 1);
  return 0;
}
