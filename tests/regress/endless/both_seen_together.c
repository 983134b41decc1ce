// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore; bmc-order
// variant: -DREADER_WRITES => unreach-call=false
// engines: explore; bmc-order; induction unknown; impact
// variant: -DLET_GO => unreach-call=false
// engines: explore; bmc-order; induction unknown; impact
// variant: -DENDLESS => unreach-call=true no-data-race=true
// engines: induction
// variant: -DENDLESS -DCOUNTED => unreach-call=true no-data-race=true
// engines: induction
// variant: -DENDLESS -DREADER_WRITES => unreach-call=unknown no-data-race=unknown
// engines: induction
// variant: -DENDLESS -DLET_GO => unreach-call=unknown no-data-race=true
// engines: induction
// Any number of readers of a read-write lock see what any number of writers have written as a whole.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;
#ifdef ENDLESS
#define MORE 1
#else
#define MORE 0
#endif

static void *writer(void *unused) {
  int k = MORE ? __VERIFIER_nondet_int() : __VERIFIER_nondet_bool();
  pthread_rwlock_wrlock(&l);
#ifdef COUNTED
  x++;
  y++;
#else
  x = k;
#ifdef LET_GO
  pthread_rwlock_unlock(&l);
  pthread_rwlock_wrlock(&l);
#endif
  y = k;
#endif
  pthread_rwlock_unlock(&l);
  return unused;
}

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&l);
#ifdef READER_WRITES
  x++;
  y++;
#endif
  if (x != y) reach_error();
  pthread_rwlock_unlock(&l);
  return unused;
}

int main(void) {
  for (int k = 0; MORE || k < 2; k += !MORE) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_create(&t, NULL, reader, NULL);
  }
}
