// Two sleep until the flag is set, and are signalled before they sleep, perhaps: the program alone may sleep for ever.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t set = PTHREAD_COND_INITIALIZER;
static int flag, seen;

static void *sleeper(void *unused) {
  pthread_mutex_lock(&lock);
  if (!flag) pthread_cond_wait(&set, &lock);
  seen++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sleeper, NULL);
  pthread_create(&second, NULL, sleeper, NULL);
  pthread_mutex_lock(&lock);
  flag = 1;
  pthread_cond_signal(&set);  // one of them is enough for nobody
  pthread_mutex_unlock(&lock);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(seen == 2);
  return seen + 3;
}
