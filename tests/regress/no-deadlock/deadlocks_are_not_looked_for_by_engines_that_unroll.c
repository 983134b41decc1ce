// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true
// engines: explore 4 states; bmc-lazy unknown "not checked"
// The answer says that this engine does not ask, and not that a bound was too small.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
