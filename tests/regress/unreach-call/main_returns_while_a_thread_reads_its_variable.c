// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// A thread may still read a variable of main before main returns, and fail before the program ends.
#include <pthread.h>
extern void reach_error(void);
static int seen;

static void *reader(void *arg) {
  seen = *(int *)arg;
  reach_error();
  return 0;
}

int main(void) {
  int mine = 1;
  pthread_t t;
  pthread_create(&t, 0, reader, &mine);
  return 0;
}
