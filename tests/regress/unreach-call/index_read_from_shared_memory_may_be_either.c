// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// engines: explore; bmc-lazy; bmc-eager; impact
// variant: --no-lazy-context --no-lazy-balance --no-lazy-locksets => unreach-call=false no-data-race=true
// engines: bmc-lazy
// Which element is written depends on who was first.
#include <assert.h>
#include <pthread.h>
static int next;
static char slots[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take(char who) {
  pthread_mutex_lock(&lock);
  slots[next++] = who;
  pthread_mutex_unlock(&lock);
}

static void *other(void *arg) {
  take('b');
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  take('a');
  pthread_join(t, 0);
  assert(slots[0] == 'a');
  return 0;
}
