// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=unknown
// variant: -DFIXED => termination=true
// The count never meets the limit if both move at the same pace: an endless execution with too many states for a search. A proof that
// looks at one thread alone must not take the limit for fixed. FIXED looks at the limit once.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static unsigned limit;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned look(void) {
  pthread_mutex_lock(&lock);
  unsigned now = limit;
  pthread_mutex_unlock(&lock);
  return now;
}

static void *move(void *unused) {
#ifdef FIXED
  pthread_mutex_lock(&lock);
  limit++;
  pthread_mutex_unlock(&lock);
#else
  for (;;) {
    pthread_mutex_lock(&lock);
    limit++;
    pthread_mutex_unlock(&lock);
  }
#endif
  return unused;
}

int main(void) {
  pthread_t other;
  limit = __VERIFIER_nondet_uint();
  pthread_create(&other, NULL, move, NULL);
#ifdef FIXED
  unsigned n = look();
  for (unsigned i = 0; i != n; i++)
#else
  for (unsigned i = 0; i != look(); i++)
#endif
    ;
  return 0;
}
