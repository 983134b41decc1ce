// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: bmc-eager; explore
// line: 26
// variant: --reduction mpor => no-data-race=false
// engines: bmc-eager
// variant: --reduction sir => no-data-race=false
// engines: bmc-eager
// variant: -DLOCKED --reduction mpor => no-data-race=true
// engines: bmc-eager
// variant: -DLOCKED --reduction sir => no-data-race=true
// engines: bmc-eager
// `data` is written by the first and the third thread, and no condition sees it. The gate lets the first one pass only
// behind the second: in the one order that a reduction keeps, the second thread comes between the two writes.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int gate;
static int data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(int v) {
#ifdef LOCKED
  pthread_mutex_lock(&m);
#endif
  data = v;
#ifdef LOCKED
  pthread_mutex_unlock(&m);
#endif
}

static void *first(void *unused) {
  if (gate) put(1);
  return unused;
}

static void *second(void *unused) {
  gate = 1;
  return unused;
}

static void *third(void *unused) {
  put(3);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  (void)m;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
