// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: explore; bmc-order
// variant: -DSHARED => unreach-call=unknown
// engines: explore; bmc-order
// variant: -DFREE => unreach-call=true
// engines: explore; impact
// The C library keeps the owner there.
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
#ifdef SHARED
  const int *words = (const int *)&rwlock;
  pthread_rwlock_wrlock(&rwlock);
#else
  const int *words = (const int *)&mutex;
#ifndef FREE
  pthread_mutex_lock(&mutex);
#endif
#endif
  if (words[2] != 0 || words[6] != 0) reach_error();
  return 0;
}
