// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DTWICE => no-data-race=true
// variant: -DBOTH_READ => no-data-race=false
// variant: -DTOO_EARLY => no-data-race=false
// variant: -DTOO_EARLY -DTWICE => no-data-race=true
// variant: -DONE_OF_TWO => no-data-race=false
// engines: explore; bmc-order, bmc-lazy, bmc-eager unknown
// variant: -DTRIES => no-data-race=false
// A reader has the read-write lock as long as it reads. bmc-lazy adds no constraints between a reader and a writer
// that both hold it: that is right only while the reader certainly does.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER, other = PTHREAD_RWLOCK_INITIALIZER;
static int page;

static void *writer(void *unused) {
#ifdef BOTH_READ
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  page++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
#ifdef TRIES
  pthread_rwlock_tryrdlock(&lock);
#else
  pthread_rwlock_rdlock(&lock);
#endif
#ifdef TWICE
  pthread_rwlock_rdlock(&lock);
#endif
#ifdef ONE_OF_TWO
  pthread_rwlock_rdlock(&other);
  pthread_rwlock_unlock(__VERIFIER_nondet_int() ? &lock : &other);
#endif
#ifdef TOO_EARLY
  pthread_rwlock_unlock(&lock);
#endif
  int seen = page;
  (void)seen;
#if !defined(ONE_OF_TWO) && !defined(TRIES) && (!defined(TOO_EARLY) || defined(TWICE))
  pthread_rwlock_unlock(&lock);
#endif
#if defined(TWICE) && !defined(TOO_EARLY)
  pthread_rwlock_unlock(&lock);
#endif
  pthread_join(t, 0);
}
