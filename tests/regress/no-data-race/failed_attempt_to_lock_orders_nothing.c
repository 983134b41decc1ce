// expect: no-data-race=false
// The worker knows that main holds the lock, so main has written before; but a failed trylock synchronises with nobody, and
// by happens-before the two writes are unordered.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
  if (pthread_mutex_trylock(&lock) != 0) x = 2;
  else pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 1;
  pthread_mutex_lock(&lock);
  pthread_join(t, 0);
  pthread_mutex_unlock(&lock);
  return 0;
}
