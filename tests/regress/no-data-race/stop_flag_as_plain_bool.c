// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 11
#include <pthread.h>
#include <stdbool.h>

static bool stop;

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
