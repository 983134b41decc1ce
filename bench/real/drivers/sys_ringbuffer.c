// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs ringbuffer: one producer, one consumer.
#define main their_main
#include "ringbuffer.c"
#undef main
#include <pthread.h>

static ringbuf_t *ring;
static int values[3];

static void *producer(void *unused) {
  for (int i = 0; i < 3; i++)
    while (ringbuf_sp_enqueue(ring, &values[i]) != 0) {}
  return unused;
}

int main(void) {
  pthread_t thread;
  ring = ringbuf_create(4);
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 0; i < 3; i++) {
    void *got;
    while (ringbuf_sc_dequeue(ring, &got) != 0) {}
    assert(got == &values[i]);
  }
  pthread_join(thread, NULL);
  return 0;
}
