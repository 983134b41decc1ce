// Forty threads count up and down under one lock, main looks under another. Which of them is half done does not matter,
// but a search over states goes through all of them first.
// time-limit: 3s
// expect: unreach-call=false
// engines: walk; auto
// line: 33
// variant: -DSAME_LOCK => unreach-call=unknown
// engines: walk "walks"
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 40
#endif
enum { kThreads = THREADS };
static int inside;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;

static void add(int n) {
  pthread_mutex_lock(&lock);
  inside += n;
  pthread_mutex_unlock(&lock);
}

static void *visit(void *unused) {
  pthread_mutex_lock(&gate);
  add(1);
  add(-1);
  pthread_mutex_unlock(&gate);
  return unused;
}

static void look(void) { assert(inside == 0); }

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], 0, visit, 0);
#ifdef SAME_LOCK
  pthread_mutex_lock(&gate);
#else
  pthread_mutex_lock(&other);
#endif
  pthread_mutex_lock(&lock);
  look();
  pthread_mutex_unlock(&lock);
#ifdef SAME_LOCK
  pthread_mutex_unlock(&gate);
#else
  pthread_mutex_unlock(&other);
#endif
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
  return 0;
}
