// How much the two threads count is an argument, or the input (-DREADS): a digit.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, step;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  count += step;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
#ifdef READS
  step = getchar() - '0';
#else
  step = argc > 1 ? argv[1][0] - '0' : 0;
#endif
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  printf("%d\n", count);
  return 0;
}
