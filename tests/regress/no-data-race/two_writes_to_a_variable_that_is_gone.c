// Both threads write a local variable after its function has returned: undefined, but no data race.
// expect: no-data-race=unknown
// reason: undefined behaviour
#include <pthread.h>
#include <stdatomic.h>

int *_Atomic leaked;

void leak(void) {
  int gone = 1;
  atomic_store(&leaked, &gone);
}

void *worker(void *arg) {
  *atomic_load(&leaked) = 2;
  return 0;
}

int main(void) {
  pthread_t t;
  leak();
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
