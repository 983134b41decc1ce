// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false no-deadlock=true
// engines: auto; lasso termination=false
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

int main(void) {
  struct timespec until = {1, 0};
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_timedwait(&changed, &lock, &until);
  pthread_mutex_unlock(&lock);
  return 0;
}
