// expect: unreach-call=false
// replay: up to the C library
// A thread detaches itself and ends between two creations: the second thread may get the same handle.
#include <assert.h>
#include <pthread.h>

static void *leaves(void *arg) {
  pthread_detach(pthread_self());
  return arg;
}
static void *stays(void *arg) { return arg; }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, leaves, 0);
  pthread_create(&second, 0, stays, 0);
  assert(!pthread_equal(first, second));
  pthread_join(second, 0);
  return 0;
}
