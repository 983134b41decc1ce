// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads pay amounts that come from outside into an account with a limit, on the heap, under a lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

#ifdef OTHER_LIMIT
#define LIMIT 900
#else
#define LIMIT 1000
#endif

struct account {
  pthread_mutex_t mutex;
  unsigned sum, payments;
};

static void *pay(void *arg) {
  struct account *account = arg;
  unsigned amount = __VERIFIER_nondet_uint();
  pthread_mutex_lock(&account->mutex);
  if (amount <= LIMIT - account->sum) {
    account->sum += amount;
#ifdef TWICE
    account->payments++;
#endif
    account->payments++;
  }
  pthread_mutex_unlock(&account->mutex);
  return 0;
}

int main(void) {
  struct account *account = malloc(sizeof *account);
  if (!account) return 0;
  pthread_mutex_init(&account->mutex, 0);
  account->sum = account->payments = 0;
  pthread_t other;
  pthread_create(&other, 0, pay, account);
  pay(account);
  pthread_join(other, 0);
#ifdef BUG
  assert(account->sum < LIMIT);
#else
  assert(account->sum <= LIMIT && account->payments <= 4);
#endif
  pthread_mutex_destroy(&account->mutex);
  free(account);
}
