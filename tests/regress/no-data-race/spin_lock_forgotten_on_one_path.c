// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 13
#include <pthread.h>

static pthread_spinlock_t lock;
static int total;

static void *add(void *arg) {
  int n = *(int *)arg;
  if (n == 0) return total ? arg : NULL;
  pthread_spin_lock(&lock);
  total += n;
  pthread_spin_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int none = 0, two = 2;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, add, &none);
  pthread_create(&b, NULL, add, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
