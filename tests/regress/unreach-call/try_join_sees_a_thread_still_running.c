// A try-join by a third thread sees whether its target has ended, whatever else the two have in common.
// expect: unreach-call=false no-data-race=true no-deadlock=true
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

extern void reach_error(void);

int x, y;
pthread_t first, second;

void *worker(void *arg) {
  x = 1;
  return 0;
}

void *observer(void *arg) {
  y = 1;
  if (pthread_tryjoin_np(first, 0) == EBUSY) reach_error();
  return 0;
}

int main(void) {
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, observer, 0);
  pthread_join(second, 0);
  return 0;
}
