// SPDX-License-Identifier: GPL-3.0-or-later
// Compute-heavy on memory of one's own: each thread sorts an array on its stack; nothing of it is shared, nothing carries a call.
#include <pthread.h>
#include <stdio.h>

enum { SIZE = 3000, THREADS = 4, ROUNDS = 60 };

static long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sort(void *arg) {
  int numbers[SIZE];
  unsigned random = (unsigned)(long)arg + 1;
  long sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < SIZE; i++) numbers[i] = (int)((random = random * 1664525u + 1013904223u) >> 8);
    for (int i = 1; i < SIZE; i++) {
      int x = numbers[i], j = i;
      for (; j > 0 && numbers[j - 1] > x; j--) numbers[j] = numbers[j - 1];
      numbers[j] = x;
    }
    sum += numbers[SIZE / 2];
  }
  pthread_mutex_lock(&lock);
  total += sum;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, sort, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  printf("%ld\n", total);
  return 0;
}
