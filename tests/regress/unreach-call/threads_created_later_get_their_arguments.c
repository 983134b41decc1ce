// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore 19 states; bmc-lazy
// variant: -DWRONG => unreach-call=false no-data-race=true
// The second thread is known from the start, but what it is created with only when main has come that far.
#include <pthread.h>
void reach_error(void);
static _Atomic int sum;

static void *add(void *arg) {
  sum += *(int *)arg;
  return 0;
}

int main(void) {
  static int numbers[2] = {1, 2};
  pthread_t t[2];
  for (int i = 0; i < 2; i++) {
    sum++;
    pthread_create(&t[i], 0, add, &numbers[i]);
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
#ifdef WRONG
  if (sum == 5) reach_error();
#else
  if (sum != 5) reach_error();
#endif
  return 0;
}
