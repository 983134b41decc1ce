// Each philosopher takes the left fork first. The ring of twelve is one of very many states.
// time-limit: 3s
// expect: no-deadlock=false
// engines: walk
// line: 23
// variant: -DLAST_ONE_TURNS_ROUND => no-deadlock=unknown
// engines: walk "walks"
#include <pthread.h>

#ifndef THREADS
#define THREADS 12
#endif
enum { kSeats = THREADS };
static pthread_mutex_t forks[kSeats];
static int meals;

static void *dine(void *seat) {
  long s = (long)seat;
  int left = (int)s, right = (int)((s + 1) % kSeats);
#ifdef LAST_ONE_TURNS_ROUND
  if (s == kSeats - 1) left = 0, right = kSeats - 1;
#endif
  pthread_mutex_lock(&forks[left]), pthread_mutex_lock(&forks[right]);
  __atomic_fetch_add(&meals, 1, __ATOMIC_SEQ_CST);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return 0;
}

int main(void) {
  pthread_t threads[kSeats];
  for (int i = 0; i < kSeats; i++) pthread_mutex_init(&forks[i], 0);
  for (long i = 0; i < kSeats; i++) pthread_create(&threads[i], 0, dine, (void *)i);
  for (int i = 0; i < kSeats; i++) pthread_join(threads[i], 0);
  return 0;
}
