// SPDX-License-Identifier: GPL-3.0-or-later
// Known defect: functions with a time limit and sleeps do not read the time that they are given. In C this is a race.
// expect: no-data-race=true
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timespec until;

static void *waits(void *unused) {
  nanosleep(&until, NULL);
  if (pthread_mutex_timedlock(&lock, &until) == 0) pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  until.tv_sec = 1;
  pthread_join(thread, NULL);
}
