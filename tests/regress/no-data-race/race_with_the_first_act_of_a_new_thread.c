// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: explore; bmc-lazy; impact
// variant: -DORDERED => no-data-race=true
// The only order in which the atomic store and the plain read are neighbours hands over from the thread that starts the
// reader to main, and the store depends on nothing which that thread does.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_t starts, reads;
static int shared;
static atomic_int go;

static void *reader(void *unused) {
#ifdef ORDERED
  __atomic_load_n(&shared, __ATOMIC_SEQ_CST);
#else
  int seen = shared;
  (void)seen;
#endif
  return unused;
}

static void *starter(void *unused) {
  if (go) pthread_create(&reads, NULL, reader, NULL);
  return unused;
}

int main(void) {
  pthread_create(&starts, NULL, starter, NULL);
  go = 1;
  __atomic_store_n(&shared, 1, __ATOMIC_SEQ_CST);
  return 0;
}
