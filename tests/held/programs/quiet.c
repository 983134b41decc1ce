// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads add up what is theirs, with a lock that the schedule makes needless, and meet at the end. Most of what they do nobody
// looks at; the exit code shows that all of it was done.
#include <pthread.h>
#include <stdlib.h>

static int mine, yours, all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *sum) {
  for (int k = 0; k < 3; k++) {
    pthread_mutex_lock(&lock);
    *(int *)sum += k;
    *(int *)sum *= 2;
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  all += *(int *)sum;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  yours = 1;
  pthread_create(&thread, 0, add, &yours);
  add(&mine);
  pthread_join(thread, 0);
  exit(all + mine + yours + 5);
}
