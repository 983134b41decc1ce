// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true unreach-call=true no-deadlock=true
// variant: --strict => no-data-race=unknown unreach-call=unknown
// variant: --engine explore => no-data-race=unknown
// variant: --engine invariants => no-data-race=true
// `number` has some value, whatever it is: nothing that threads share depends on it without the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, major;

static int look_up(int *number) {
  return number != 0;  // and does not write it
}

static void *run(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  int number;
  if (!look_up(&number)) return 1;
  major = number >> 4;
  if (number) major++;
  pthread_t other;
  pthread_create(&other, NULL, run, NULL);
  run(NULL);
  pthread_join(other, NULL);
  return major;
}
