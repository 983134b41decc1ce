// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: induction
// variant: -DZERO => unreach-call=unknown
// variant: -DODD => unreach-call=unknown
// Facts other than bounds: a seed that is never zero, an index that stays even.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seed = 7, used, table[16];

static void *draw(void *unused) {
  int next = __VERIFIER_nondet_int();
#ifndef ZERO
  if (next == 0) return unused;
#endif
  pthread_mutex_lock(&m);
  seed = next;
  if (used < 15) {
    table[used] = next;
    table[used + 1] = next;
#ifdef ODD
    used += 1;
#else
    used += 2;
#endif
  }
  assert(used % 2 == 0);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *look(void *unused) {
  pthread_mutex_lock(&m);
  assert(seed != 0);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, NULL, draw, NULL);
    pthread_create(&t, NULL, look, NULL);
  }
}
