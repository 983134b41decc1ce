// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: --reach two_places.c:35 => unreach-call=true
// variant: --reach two_places.c:31 => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact
// variant: --reach two_places.c:18,two_places.c:28 => unreach-call=true
// engines: explore; bmc-order; bmc-lazy
// variant: --reach two_places.c:20,two_places.c:28 => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact
// One line is reached only if the flag is seen before the data, another not at all; two lines under one lock never at the same time.
#include <pthread.h>

static int flag, data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
  pthread_mutex_lock(&m);
  data = 42;
  pthread_mutex_unlock(&m);
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  pthread_mutex_lock(&m);
  int seen = data;
  pthread_mutex_unlock(&m);
  if (__atomic_load_n(&flag, __ATOMIC_SEQ_CST) && seen == 0) {
    seen = 1;
  }
  pthread_join(t, 0);
  if (seen == 2) {
    data = 7;
  }
  return 0;
}
