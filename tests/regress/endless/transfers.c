// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore; bmc-order; impact
// variant: -DOTHER_LOCK => unreach-call=false
// engines: explore; bmc-order; induction unknown; impact
// variant: -DFEE => unreach-call=false
// engines: explore; bmc-order; induction unknown; impact
// variant: -DSLEEPS => unreach-call=false
// engines: explore; bmc-order; induction unknown; impact
// variant: -DENDLESS => unreach-call=true
// engines: induction
// variant: -DENDLESS -DBOUNDED => unreach-call=true
// engines: induction
// variant: -DENDLESS -DOTHER_LOCK => unreach-call=unknown
// engines: induction
// variant: -DENDLESS -DFEE => unreach-call=unknown
// engines: induction
// variant: -DENDLESS -DSLEEPS => unreach-call=unknown
// engines: induction
// Money goes from one account to the other under a mutex: the sum stays whenever nobody holds it. The amount is known
// to the thread in the middle alone. Sums wrap around.
#include <pthread.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;
static unsigned a = 100, b = 100;
#ifdef ENDLESS
#define MORE 1
#else
#define MORE 0
#endif

static void *transfer(void *unused) {
  do {
    unsigned k = MORE ? __VERIFIER_nondet_uint() : __VERIFIER_nondet_bool();
#ifdef BOUNDED
    if (k > 50) continue;
#endif
    pthread_mutex_lock(&m);
    a += k;
#ifdef SLEEPS
    pthread_cond_wait(&news, &m);
#endif
#ifdef FEE
    if (k == 1) b++;
#endif
    b -= k;
    pthread_mutex_unlock(&m);
  } while (MORE);
  return unused;
}

static void *audit(void *unused) {
#ifdef OTHER_LOCK
  pthread_mutex_lock(&other);
#else
  pthread_mutex_lock(&m);
#endif
  if (a + b != 200) reach_error();
#ifdef OTHER_LOCK
  pthread_mutex_unlock(&other);
#else
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  do {
    pthread_t t;
    pthread_create(&t, NULL, transfer, NULL);
    pthread_create(&t, NULL, audit, NULL);
  } while (MORE);
}
