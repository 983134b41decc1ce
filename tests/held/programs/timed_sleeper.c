// Sleeps for an hour at most, and is woken at once.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t set = PTHREAD_COND_INITIALIZER;
static int x;

static void *sleeper(void *unused) {
  struct timespec until = {4000000000, 0};
  pthread_mutex_lock(&lock);
  pthread_cond_timedwait(&set, &lock, &until);
  x = 5;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sleeper, NULL);
  pthread_join(thread, NULL);
  return x;
}
