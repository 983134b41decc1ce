// SPDX-License-Identifier: GPL-3.0-or-later
// verdict: false(no-deadlock)
// shows: waits for a byte in the empty pipe
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *work(void *unused) {
  char c;
  read(ends[0], &c, 1);
  return unused;
}

int main(void) {
  if (pipe(ends)) return 1;
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  close(ends[0]);
  close(ends[1]);
}
