// sem_getvalue is not among the functions that synchronise memory (POSIX, 4.12); sem_wait is.
// expect: no-data-race=false
// variant: -DWAIT => no-data-race=true
// variant: -DALONE => no-data-race=true
#include <pthread.h>
#include <semaphore.h>

sem_t done;
int data;

void *worker(void *arg) {
  data = 1;
  sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t t;
  int value = 1;
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, worker, 0);
#ifdef WAIT
  sem_wait(&done);
#elif defined(ALONE)
  pthread_join(t, 0);
  sem_getvalue(&done, &value);
#else
  sem_getvalue(&done, &value);
#endif
  if (value == 1) data = 2;
#ifndef ALONE
  pthread_join(t, 0);
#endif
  return 0;
}
