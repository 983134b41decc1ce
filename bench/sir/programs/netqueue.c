// SPDX-License-Identifier: GPL-3.0-or-later
// The send queue of a network interface, in the manner of a driver: the sender puts packets into a ring, the interrupt
// handler takes completed ones out, and the control thread stops and starts the interface. Head and tail decide whether
// the ring is full or empty; lengths, checksums and counters of bytes decide nothing.
//
// warning A: bytes sent, counted by the sender and the control thread: a race
// warning B: the time stamp of the last packet, written by the sender and the handler: a race
// warning C: the head of the ring, under the ring's lock: none
// warning D: the carrier word, written before the threads start and read by them: none
#include <pthread.h>
#include <stdint.h>

enum { SLOTS = 2, PACKETS = 2 };

static pthread_mutex_t ring_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned head, tail;

struct slot {
  uint32_t length, checksum, address;
};
static struct slot ring[SLOTS];

static int carrier;
static uint32_t bytes_sent, packets_sent, packets_done, dropped, stamp, ticks;
static uint32_t largest, address_sum, interrupts, watchdog;

// ---- the ring

static void fill_slot(unsigned k, uint32_t length) {
  ring[k % SLOTS].length = length;
  ring[k % SLOTS].checksum = length * 3 + 1;
  ring[k % SLOTS].address = address_sum;
}

static int put(uint32_t length) {
  int done = 0;
  pthread_mutex_lock(&ring_lock);
  if (head - tail < SLOTS) {
    fill_slot(head, length);
    head++;  // warning C
    done = 1;
  }
  pthread_mutex_unlock(&ring_lock);
  return done;
}

static int get(void) {
  int done = 0;
  pthread_mutex_lock(&ring_lock);
  if (tail != head) {  // warning C
    address_sum += ring[tail % SLOTS].checksum;
    tail++;
    done = 1;
  }
  pthread_mutex_unlock(&ring_lock);
  return done;
}

// ---- statistics: anybody, at any time

static void count_sent(uint32_t length) {
  bytes_sent += length;  // warning A
  packets_sent++;
  address_sum += length ^ stamp;
}

static void count_done(void) {
  packets_done++;
  address_sum += packets_done;
}

static void tick(uint32_t by) {
  ticks += by;
  watchdog = ticks;
}

// ---- the threads

static void *sender(void *unused) {
  if (!carrier) return unused;  // warning D
  for (uint32_t k = 0; k < PACKETS; ++k) {
    if (put(40 + k))
      count_sent(40 + k);
    else
      dropped++;
    stamp = ticks + k;  // warning B
  }
  tick(1);
  return unused;
}

static void *handler(void *unused) {
  interrupts++;
  if (get()) count_done();
  stamp = ticks;  // warning B
  tick(2);
  return unused;
}

static void *control(void *unused) {
  largest = bytes_sent;
  bytes_sent = 0;  // warning A
  packets_sent = 0;
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  carrier = 1;  // warning D
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, handler, 0);
  pthread_create(&c, 0, control, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
