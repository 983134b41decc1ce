// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: --engine explore --reach half_done_lines.c:19,half_done_lines.c:28 => unreach-call=false
// variant: --engine bmc-order --reach half_done_lines.c:19,half_done_lines.c:28 => unreach-call=false
// variant: --engine bmc-lazy --reach half_done_lines.c:19,half_done_lines.c:28 => unreach-call=false
// variant: --engine explore --reach half_done_lines.c:20,half_done_lines.c:28 => unreach-call=false
// variant: --engine explore --reach half_done_lines.c:18,half_done_lines.c:28 => unreach-call=true
// variant: --engine explore --reach half_done_lines.c:18,half_done_lines.c:27 => unreach-call=false
// variant: --engine explore --reach half_done_lines.c:18,half_done_lines.c:26 => unreach-call=false
// A line with several steps is left behind the last one: line 18 not before its unlock, line 19 not before its second write.
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
