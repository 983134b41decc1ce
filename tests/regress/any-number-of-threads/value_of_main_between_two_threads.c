// SPDX-License-Identifier: GPL-3.0-or-later
// While no other thread runs, main writes without locks. What it writes with one of the locks in its hands is there for a
// thread that takes the other lock, too.
// expect: unreach-call=false
// engines: explore; auto; invariants unreach-call=unknown
// flags: --property unreach-call
// variant: -DFIRST => unreach-call=true
// engines: explore; invariants
// variant: -DZERO => unreach-call=true
// engines: explore; invariants
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *writes(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  data = 1;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void *reads(void *unused) {
  pthread_mutex_lock(&b);
  if (data > 1) reach_error();
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t t;
#ifdef FIRST
  data = 5;
  data = 1;
#endif
  pthread_create(&t, 0, writes, 0);
  pthread_join(t, 0);
  pthread_mutex_lock(&a);
#ifdef ZERO
  data = 0;
#elif !defined FIRST
  data = 2;
#endif
  pthread_create(&t, 0, reads, 0);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  return 0;
}
