// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order
// The same through memory that another thread knows.
#include <pthread.h>
void reach_error(void);
int x;
union {
  int *address;
  unsigned short half;
} u;
static void *nothing(void *arg) { return arg; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  u.address = &x;
  if (u.half & 4) reach_error();
  return 0;
}
