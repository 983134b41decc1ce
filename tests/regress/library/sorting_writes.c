// SPDX-License-Identifier: GPL-3.0-or-later
// qsort may write the elements of an array that is in order already, so two threads that sort it race.
// expect: no-data-race=false
// variant: -DLOCKED => no-data-race=true
// variant: -DEQUAL => no-data-race=false
#include <pthread.h>
#include <stdlib.h>

static int numbers[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int compare(const void *a, const void *b) {
#ifdef EQUAL
  return 0;
#else
  return *(const int *)a - *(const int *)b;
#endif
}

static void *work(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&m);
#endif
  qsort(numbers, 3, sizeof numbers[0], compare);
#ifdef LOCKED
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(t + i, NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
