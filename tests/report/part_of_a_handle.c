// SPDX-License-Identifier: GPL-3.0-or-later
// flags: --property no-data-race
// verdict: unknown
// shows: a thread handle is used as a number
// shows: give each thread a number of your own
#include <pthread.h>

static int seen[8];

static void *work(void *unused) {
  seen[(unsigned)(int)pthread_self() * 7u % 8]++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
