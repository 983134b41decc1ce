// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1;

static bool buy(void) {
  bool bought = false;
  pthread_mutex_lock(&lock);
  if (seats > 0) {
    seats--;
    bought = true;
  }
  assert(seats >= 0);
  pthread_mutex_unlock(&lock);
  return bought;
}
static void *office(void *arg) {
  *(bool *)arg = buy();
  return NULL;
}
int main(void) {
  pthread_t t[3];
  bool bought[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, office, &bought[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(bought[0] + bought[1] + bought[2] == 1);
  return 0;
}
