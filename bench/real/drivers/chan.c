// SPDX-License-Identifier: GPL-3.0-or-later
// tylertreat/chan: THREADS senders, one receiver, a channel of CAPACITY places (0: unbuffered).
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "chan.h"

static chan_t *channel;
static int values[THREADS];

static void *sender(void *value) {
  assert(chan_send(channel, value) == 0);
  return NULL;
}

int main(void) {
  channel = chan_init(CAPACITY);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, sender, &values[i]);
  for (int i = 0; i < THREADS; i++) {
    void *got;
    assert(chan_recv(channel, &got) == 0);
    ++*(int *)got;
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) assert(values[i] == 1);
  chan_dispose(channel);
  return 0;
}
