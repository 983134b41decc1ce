// Thirty threads count under a lock; two of them also touch a variable without it, long apart from each other.
// time-limit: 3s
// expect: no-data-race=false
// engines: walk
// line: 23
// variant: -DORDERED => no-data-race=unknown
// engines: walk "walks"
#include <pthread.h>

#ifndef THREADS
#define THREADS 30
#endif
enum { kThreads = THREADS };
static int total, last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *number) {
  long n = (long)number;
#ifdef ORDERED
  pthread_mutex_lock(&lock);
#endif
  if (n == 2 || n == kThreads - 1)
    last = (int)n;
#ifndef ORDERED
  pthread_mutex_lock(&lock);
#endif
  for (int i = 0; i < 3; i++) total++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  for (long i = 0; i < kThreads; i++) pthread_create(&threads[i], 0, count, (void *)i);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
  return total + last == 0;
}
