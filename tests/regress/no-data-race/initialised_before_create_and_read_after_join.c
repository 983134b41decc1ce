// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true no-deadlock=true
#include <pthread.h>

static int input, output;

static void *square(void *arg) {
  (void)arg;
  output = input * input;
  return NULL;
}
int main(void) {
  pthread_t t;
  input = 6;
  pthread_create(&t, NULL, square, NULL);
  pthread_join(t, NULL);
  input = 0;
  return output != 36;
}
