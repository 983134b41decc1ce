// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: induction
// variant: -DOTHER_LOCK => unreach-call=unknown no-data-race=unknown
// variant: -DNOT_YET => unreach-call=unknown no-data-race=unknown
// Pointers that name one of two accounts, or nothing; each account has a lock of its own.
#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct account {
  pthread_mutex_t lock;
  int balance, seen;
};
static struct account a = {PTHREAD_MUTEX_INITIALIZER, 0, 0}, b = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static struct account *current;
static pthread_mutex_t choose = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *unused) {
  pthread_mutex_lock(&choose);
  struct account *mine = current;
  pthread_mutex_unlock(&choose);
#ifndef NOT_YET
  if (!mine) return unused;
#endif
#ifdef OTHER_LOCK
  pthread_mutex_lock(&a.lock);
#else
  pthread_mutex_lock(&mine->lock);
#endif
  mine->balance = mine->seen;
  assert(mine->balance == mine->seen);
#ifdef OTHER_LOCK
  pthread_mutex_unlock(&a.lock);
#else
  pthread_mutex_unlock(&mine->lock);
#endif
  return unused;
}

static void *change(void *unused) {
  pthread_mutex_lock(&choose);
  current = __VERIFIER_nondet_bool() ? &a : &b;
  pthread_mutex_unlock(&choose);
#ifdef OTHER_LOCK
  pthread_mutex_lock(&b.lock);
  b.seen = 1;
  pthread_mutex_unlock(&b.lock);
#endif
  return unused;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, NULL, use, NULL);
    pthread_create(&t, NULL, change, NULL);
  }
}
