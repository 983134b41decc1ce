// SPDX-License-Identifier: GPL-3.0-or-later
// main joins nobody and leaves. Leaving depends on nothing that the others do, and yet they may come to their accesses
// before it: they race. The value that is written is the one that was there, so no condition sees the order.
// With LOCKED both hold the same lock.
// expect: no-data-race=false
// engines: explore; bmc-eager
// variant: --reduction sir => no-data-race=false
// engines: bmc-eager
// variant: --reduction sir --eager-graph => no-data-race=false
// engines: bmc-eager
// variant: --reduction sir --eager-graph -DLOCKED => no-data-race=true
// engines: bmc-eager
#include <pthread.h>

static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t reading = PTHREAD_RWLOCK_INITIALIZER;
static int shared = 1, *pointer = &shared;

static void *writes(void *unused) {
  pthread_mutex_lock(&writing);
  *pointer = 1;
  pthread_mutex_unlock(&writing);
  return unused;
}

static void *reads(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&writing);
  const int seen = *pointer;
  pthread_mutex_unlock(&writing);
  if (seen <= 0) return NULL;
#endif
  pthread_rwlock_wrlock(&reading);
#ifndef LOCKED
  if (*pointer <= 0) return NULL;
#endif
  pthread_rwlock_unlock(&reading);
  return unused;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, writes, NULL);
  pthread_create(&reader, NULL, reads, NULL);
  return 0;
}
