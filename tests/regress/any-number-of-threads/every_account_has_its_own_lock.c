// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts on the heap, in a list. Tellers without number look for accounts under the lock of the list, and work on each
// one under its own lock. A new account is filled in before anybody else can know it.
// expect: no-data-race=true
// engines: invariants
// variant: -DBUG => no-data-race=false
// engines: auto; invariants no-data-race=unknown "a data race between"
// flags: --property no-data-race
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  long balance;
  struct account* next;
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct account* accounts;

static void open_account(long amount) {
  struct account* a = malloc(sizeof *a);
  pthread_mutex_init(&a->lock, 0);
  a->balance = amount;
  pthread_mutex_lock(&list_lock);
  a->next = accounts;
  accounts = a;
  pthread_mutex_unlock(&list_lock);
#ifdef BUG
  a->balance = amount + 1;
#endif
}

static void* teller(void* amount) {
  open_account((long)amount);
  pthread_mutex_lock(&list_lock);
  struct account* a = accounts;
  pthread_mutex_unlock(&list_lock);
  pthread_mutex_lock(&a->lock);
  a->balance += (long)amount;
  pthread_mutex_unlock(&a->lock);
  return 0;
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t t;
    pthread_create(&t, 0, teller, (void*)1l);
    pthread_detach(t);
  }
  return 0;
}
