// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true unreach-call=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int total;

static void *add(void *arg) {
  pthread_spin_lock(&lock);
  total += *(int *)arg;
  pthread_spin_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int one = 1, two = 2;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, add, &one);
  pthread_create(&b, NULL, add, &two);
  if (pthread_spin_trylock(&lock) == 0) {
    total += 0;
    pthread_spin_unlock(&lock);
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 3);
  pthread_spin_destroy(&lock);
  return 0;
}
