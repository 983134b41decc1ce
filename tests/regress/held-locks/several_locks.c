// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts with a lock each, in an array, on the heap and by themselves. Who holds a lock is alone with its account.
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore
// variant: -DFORGOTTEN => no-data-race=false
// engines: explore
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int money, moves;
};
static struct account cash[2], *bank;
static pthread_mutex_t statistics = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(struct account *a, int amount) {
  pthread_mutex_lock(&a->lock);
  a->money += amount;
  a->moves++;
  pthread_mutex_unlock(&a->lock);
}

static void *customer(void *number) {
  long n = (long)number;
  add(&cash[n], -1);
  add(bank, 1);
  pthread_mutex_lock(&statistics);
  total++;
  pthread_mutex_unlock(&statistics);
#ifdef FORGOTTEN
  if (n == 1) bank->moves = 0;
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  bank = calloc(1, sizeof *bank);
  pthread_mutex_init(&bank->lock, NULL);
  for (int i = 0; i < 2; i++) pthread_mutex_init(&cash[i].lock, NULL);
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, customer, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(cash[0].money + cash[1].money + bank->money == 0 && total == 2);
  free(bank);
  return 0;
}
