// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true no-deadlock=true
// line: 22
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seats = 1;

static bool seat_left(void) {
  pthread_mutex_lock(&lock);
  bool left = seats > 0;
  pthread_mutex_unlock(&lock);
  return left;
}
static void *office(void *arg) {
  (void)arg;
  if (seat_left()) {
    pthread_mutex_lock(&lock);
    seats--;
    assert(seats >= 0);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, office, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
