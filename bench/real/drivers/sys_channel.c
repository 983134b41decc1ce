// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs channel: a channel on futexes; THREADS writers, main reads.
#define main their_main
#include "channel.c"
#undef main

static struct chan *shared;
static void *send_one(void *value) {
  assert(chan_send(shared, value) == 0);
  return NULL;
}

int main(void) {
  static int values[THREADS];
  pthread_t threads[THREADS];
  shared = chan_make(CAPACITY, malloc);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, send_one, &values[i]);
  for (int i = 0; i < THREADS; i++) {
    void *got;
    assert(chan_recv(shared, &got) == 0);
    ++*(int *)got;
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) assert(values[i] == 1);
  return 0;
}
