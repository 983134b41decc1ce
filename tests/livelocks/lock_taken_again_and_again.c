// SPDX-License-Identifier: GPL-3.0-or-later
// The spinning thread lets go of the lock in every round. Under strong fairness the other one gets it some time; under
// weak fairness it need not, since it is not enabled all the time.
//
// expected: termination true
// expected --fairness weak: termination false
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int word;

static void *polls(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int seen = word;
    pthread_mutex_unlock(&lock);
    if (seen) return unused;
  }
}

static void *sets(void *unused) {
  pthread_mutex_lock(&lock);
  word = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, polls, NULL);
  pthread_create(&two, NULL, sets, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
