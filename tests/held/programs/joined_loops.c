// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads with a loop that ends, and a join: who waits for the other's end stands at the join, and comes nowhere else.
#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 3 };
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  printf("%d\n", x);
  return 0;
}
