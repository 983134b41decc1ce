// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown no-data-race=unknown
// engines: bmc-lazy "undefined"; bmc-eager
// variant: -DJOINS => unreach-call=true no-data-race=true
// The variables of main end with pthread_exit, although the program goes on.
#include <pthread.h>
void reach_error(void);

static void *look(void *arg) {
  if (*(int *)arg != 1) reach_error();
  return 0;
}

int main(void) {
  pthread_t t;
  int x = 1;
  pthread_create(&t, 0, look, &x);
#ifdef JOINS
  pthread_join(t, 0);
#endif
  pthread_exit(0);
}
