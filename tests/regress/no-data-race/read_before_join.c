// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
#include <pthread.h>

static int output;

static void *square(void *arg) {
  output = *(int *)arg * *(int *)arg;
  return NULL;
}
int main(void) {
  pthread_t t;
  int input = 6;
  pthread_create(&t, NULL, square, &input);
  int early = output;
  pthread_join(t, NULL);
  return early;
}
