// SPDX-License-Identifier: GPL-3.0-or-later
// The second file of counter_in_another_file.c.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;

void *add(void *arg) {
  pthread_mutex_lock(&m);
  int seen = n;
#ifdef BUG
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  n = seen + 1;
  pthread_mutex_unlock(&m);
  return arg;
}
