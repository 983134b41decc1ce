// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order
// variant: -DSPIN => unreach-call=unknown
// Nobody holds it afterwards, so that the unlock is undefined.
#include <pthread.h>
static pthread_rwlock_t rw;
static pthread_spinlock_t spin;

int main(void) {
#ifdef SPIN
  pthread_spin_init(&spin, 0);
  pthread_spin_lock(&spin);
  pthread_spin_init(&spin, 0);
  pthread_spin_unlock(&spin);
#else
  pthread_rwlock_init(&rw, 0);
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_init(&rw, 0);
  pthread_rwlock_unlock(&rw);
#endif
  return 0;
}
