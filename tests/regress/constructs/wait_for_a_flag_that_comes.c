// SPDX-License-Identifier: GPL-3.0-or-later
// construct: waiting loop
// expect: termination=true
// engines: explore; auto
// variant: -DBUG => termination=false
// engines: explore; auto
// Main spins until another thread sets a flag. With BUG the thread sets another value.
#include <pthread.h>

#ifdef BUG
#define VALUE 2
#else
#define VALUE 1
#endif
static _Atomic int flag;

static void *set(void *arg) {
  flag = VALUE;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  while (flag != 1) {}
  pthread_join(t, 0);
}
