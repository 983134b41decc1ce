// SPDX-License-Identifier: GPL-3.0-or-later
// flags: --property no-data-race
// verdict: false(no-data-race)
// shows: data race on g.q
#include <pthread.h>

static struct {
  int x;
  struct {
    int p, q;
  };
} g;

static void *work(void *unused) {
  g.q = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  g.q = 2;
  pthread_join(t, NULL);
}
