// SPDX-License-Identifier: GPL-3.0-or-later
// What a lock protects is touched without it in other ways than by a plain access: by an atomic section, or because the
// function that has it on its stack returns.
// expect: no-data-race=false
// engines: explore
// variant: -DRETURNS => valid-memsafety=false
// engines: explore
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int global, *shared = &global;

static void *careful(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  ++*shared;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void lend(pthread_t *thread) {
  int mine = 0;
  shared = &mine;
  pthread_create(thread, NULL, careful, NULL);
  pthread_mutex_lock(&lock);
  mine++;
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t thread;
#ifdef RETURNS
  lend(&thread);
#else
  (void)lend;
  pthread_create(&thread, NULL, careful, NULL);
  pthread_mutex_lock(&lock);
  global++;
  pthread_mutex_unlock(&lock);
  __VERIFIER_atomic_begin();
  global++;
  __VERIFIER_atomic_end();
#endif
  pthread_join(thread, NULL);
  return 0;
}
