// A wait outside of a loop: only a spurious wake-up shows that, among ten other threads that do something else.
// time-limit: 3s
// expect: unreach-call=false
// engines: walk
// line: 36
// variant: -DLOOP => unreach-call=unknown
// engines: walk "walks"
#include <assert.h>
#include <pthread.h>

enum { kOthers = 10 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready, noise;

static void *other(void *unused) {
  for (int i = 0; i < 2; i++) __atomic_fetch_add(&noise, 1, __ATOMIC_SEQ_CST);
  return unused;
}

static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
#ifdef LOOP
  while (!is_ready)
#else
  if (!is_ready)
#endif
    pthread_cond_wait(&ready, &lock);
  int seen = is_ready;
  pthread_mutex_unlock(&lock);
  return seen ? unused : &lock;
}

static void check(void *result) {
  // the waiter has seen that it is ready
  assert(!result);
}

int main(void) {
  pthread_t w, others[kOthers];
  pthread_create(&w, 0, waiter, 0);
  for (int i = 0; i < kOthers; i++) pthread_create(&others[i], 0, other, 0);
  pthread_mutex_lock(&lock);
  is_ready = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  void *result;
  pthread_join(w, &result);
  check(result);
  for (int i = 0; i < kOthers; i++) pthread_join(others[i], 0);
  return 0;
}
