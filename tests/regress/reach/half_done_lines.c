// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: --reach half_done_lines.c:22,half_done_lines.c:31 => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; impact
// variant: --reach half_done_lines.c:23,half_done_lines.c:31 => unreach-call=false
// engines: explore; impact
// variant: --reach half_done_lines.c:21,half_done_lines.c:31 => unreach-call=true
// engines: explore
// variant: --reach half_done_lines.c:21,half_done_lines.c:30 => unreach-call=false
// engines: explore; impact
// variant: --reach half_done_lines.c:21,half_done_lines.c:29 => unreach-call=false
// engines: explore; impact
// A line with several steps is left behind the last one: line 21 not before its unlock, line 22 not before its second write.
#include <pthread.h>

static int x, y;
static _Atomic int flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
  pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);
  flag = 1; y = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = x;
  if (!flag) return seen;
  y = 1;
  pthread_join(t, 0);
  return 0;
}
