// SPDX-License-Identifier: GPL-3.0-or-later
// The thread that main joins waits for ever; the other one, which runs the same procedure, has ended.
// expect: unsafe no safe some counterexample
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static pthread_t waits, ends;

static void *child(void *wait) {
  if (wait) sem_wait(&never);
  return 0;
}

int main(void) {
  sem_init(&never, 0, 0);
  pthread_create(&waits, 0, child, (void *)1);
  pthread_create(&ends, 0, child, (void *)0);
  pthread_join(waits, 0);
  return 0;
}
