// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true
// engines: explore; bmc-order, bmc-lazy, induction, impact unknown "the relaxed load of `ready` at tests/regress/no-data-race/relaxed_look_is_named_with_its_line.c:21:10"
// variant: -DRACES => no-data-race=false
// engines: explore; bmc-order
// The look orders nothing. Engines that take each atomic operation as ordering prove nothing here, and name it and its line.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer(void *arg) {
  data = 9;
  atomic_store(&ready, 1);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  while (atomic_load_explicit(&ready, memory_order_relaxed) > 1) {}
#ifdef RACES
  data = 1;
#endif
  pthread_join(t, NULL);
  return data;
}
