// SPDX-License-Identifier: GPL-3.0-or-later
// A loop compares a computed number sixty times, which is more often than ranges of it are split; as a signed number it
// may be -100 all the same, and then the thread takes its lock twice.
// expect: no-deadlock=false
// variant: -DFIXED => no-deadlock=true
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  unsigned x = __VERIFIER_nondet_uint() * 7u + 3u;
  for (unsigned i = 0; i < 60 && i < x; i++) {
  }
  long y = (int)x;
  if (y == -100) {
    pthread_mutex_lock(&lock);
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    pthread_mutex_lock(&lock);
  }
  return 0;
}
