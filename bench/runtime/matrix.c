// SPDX-License-Identifier: GPL-3.0-or-later
// Compute-heavy: threads multiply rows of shared matrices; they meet only at the end.
#include <pthread.h>
#include <stdio.h>

enum { SIZE = 1200, THREADS = 4 };

static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

static void *rows(void *arg) {
  for (int i = (int)(long)arg; i < SIZE; i += THREADS)
    for (int k = 0; k < SIZE; k++)
      for (int j = 0; j < SIZE; j++) c[i][j] += a[i][k] * b[k][j];
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      a[i][j] = i + j;
      b[i][j] = i - j;
    }
  for (long i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, rows, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  printf("%.0f\n", c[1][2]);
  return 0;
}
