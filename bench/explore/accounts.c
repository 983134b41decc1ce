// SPDX-License-Identifier: GPL-3.0-or-later
// TELLERS threads move money between accounts that have a lock each, and count the moves under another lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef TELLERS
#define TELLERS 3
#endif

struct account {
  pthread_mutex_t lock;
  int money, moves;
};
static struct account cash[3], *bank;
static pthread_mutex_t statistics = PTHREAD_MUTEX_INITIALIZER;
static int total, calls;

static void add(struct account *a, int amount) {
  pthread_mutex_lock(&a->lock);
  a->money += amount;
  a->moves++;
  pthread_mutex_unlock(&a->lock);
}

static void move(struct account *from, struct account *to, int amount) {
  add(from, -amount);
  add(to, amount);
  pthread_mutex_lock(&statistics);
  total += amount;
  calls++;
  pthread_mutex_unlock(&statistics);
}

static void *teller(void *number) {
  long n = (long)number;
  move(&cash[n % 3], bank, 1);
  move(bank, &cash[(n + 1) % 3], 2);
  return NULL;
}

int main(void) {
  pthread_t threads[TELLERS];
  bank = calloc(1, sizeof *bank);
  pthread_mutex_init(&bank->lock, NULL);
  for (int i = 0; i < 3; i++) pthread_mutex_init(&cash[i].lock, NULL);
  for (long i = 0; i < TELLERS; i++) pthread_create(&threads[i], NULL, teller, (void *)i);
  for (int i = 0; i < TELLERS; i++) pthread_join(threads[i], NULL);
  assert(cash[0].money + cash[1].money + cash[2].money + bank->money == 0 && calls == 2 * TELLERS);
  free(bank);
  return 0;
}
