// SPDX-License-Identifier: GPL-3.0-or-later
// flags: --property no-data-race
// verdict: false(no-data-race)
// shows: data race on the result of localtime and gmtime
#include <pthread.h>
#include <time.h>

static void *work(void *unused) {
  time_t now = 0;
  localtime(&now);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
