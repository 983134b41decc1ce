// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 31 states; bmc-order; impact
// variant: -DPOINTER => unreach-call=true
// variant: -DLATE => unreach-call=true
// variant: -DTWICE => unreach-call=true
// variant: -DWRONG => unreach-call=unknown
// variant: -DPOINTER -DWRONG => unreach-call=unknown
// variant: -DTWICE -DWRONG => unreach-call=unknown
// An attempt to read is followed by an unlock only where it succeeded; the lock may be named by a pointer, and be made late.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct data {
  pthread_rwlock_t lock;
  int a, b;
};
static struct data first = {PTHREAD_RWLOCK_INITIALIZER, 0, 0}, second = {PTHREAD_RWLOCK_INITIALIZER, 0, 0};
static struct data *chosen;
extern int __VERIFIER_nondet_int(void);

static void *read_both(void *unused) {
#ifdef POINTER
  struct data *d = __VERIFIER_nondet_int() ? &first : &second;
#elif defined LATE
  struct data *d = chosen;
#else
  struct data *d = &first;
#endif
  int got = pthread_rwlock_tryrdlock(&d->lock);
#ifdef TWICE
  int again = got == 0 && pthread_rwlock_tryrdlock(&d->lock) == 0;
#endif
  if (got == 0) assert(d->a == d->b);
#ifdef TWICE
#ifdef WRONG
  if (got == 0) pthread_rwlock_unlock(&d->lock);
#else
  if (again) pthread_rwlock_unlock(&d->lock);
#endif
#endif
#if defined WRONG && !defined TWICE
  pthread_rwlock_unlock(&d->lock);
#else
  if (got == 0) pthread_rwlock_unlock(&d->lock);
#endif
#if defined TWICE && defined WRONG
  if (got == 0) pthread_rwlock_unlock(&d->lock);
#endif
  return unused;
}

static void *write_both(void *unused) {
#ifdef LATE
  struct data *d = chosen;
#else
  struct data *d = &first;
#endif
  pthread_rwlock_wrlock(&d->lock);
  d->a++;
  d->b++;
  pthread_rwlock_unlock(&d->lock);
  return unused;
}

static void *make(void *unused) {
  chosen = malloc(sizeof *chosen);
  pthread_rwlock_init(&chosen->lock, NULL);
  chosen->a = chosen->b = 0;
  return unused;
}

int main(void) {
  pthread_t r, w;
#ifdef LATE
  pthread_create(&r, NULL, make, NULL);
  pthread_join(r, NULL);
#endif
  pthread_create(&r, NULL, read_both, NULL);
  pthread_create(&w, NULL, write_both, NULL);
  pthread_join(r, NULL);
  pthread_join(w, NULL);
}
