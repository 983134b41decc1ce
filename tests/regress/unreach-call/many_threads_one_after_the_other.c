// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static int total;

static void *add(void *arg) {
  total += (int)(long)arg;
  return NULL;
}
int main(void) {
  for (long i = 1; i <= 40; i++) {
    pthread_t t;
    pthread_create(&t, NULL, add, (void *)i);
    pthread_join(t, NULL);
  }
  assert(total == 820);
  return 0;
}
