// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true termination=true
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool stop;

static void *spinner(void *arg) {
  (void)arg;
  while (!stop) {
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, spinner, NULL);
  stop = true;
  pthread_join(t, NULL);
  return 0;
}
