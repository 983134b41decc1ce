// SPDX-License-Identifier: GPL-3.0-or-later
// The send queue of a network interface, in the manner of a driver: the sender puts packets into a ring, the interrupt
// handler takes completed ones out, and the control thread reads the counters and starts them again. Head and tail
// decide whether the ring is full or empty; lengths, addresses, checksums and counters of bytes decide nothing.
//
// warning A: bytes sent, counted by the sender and the control thread: a race
// warning B: the time stamp of the last packet, written by the sender and the handler: a race
// warning C: the head of the ring, under the ring's lock: none
// warning D: the carrier word, written before the threads start and read by them: none
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { SLOTS = 2, PACKETS = 2, HEADER = 14, MINIMUM = 60, GROUPS = 4 };
enum kind { UNICAST, MULTICAST };

static pthread_mutex_t ring_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned head, tail;

struct slot {
  uint32_t length, checksum, address;
};
static struct slot ring[SLOTS];

// What the interface was told before it was opened.
static int carrier;
static uint32_t station, groups[GROUPS];

static struct {
  uint32_t bytes_sent, packets_sent, packets_done, dropped, multicast;
  uint32_t largest, address_sum, interrupts, spurious;
} stats;

static struct {
  uint32_t bytes, packets, largest, rounds;
} seen_by_control;

static uint32_t stamp, ticks, watchdog, descriptors;

// ---- checksums and addresses: of what is in a packet

static uint32_t fold(uint32_t sum) { return (sum & 0xffff) + (sum >> 16); }

static uint32_t checksum(uint32_t length, uint32_t destination) {
  uint32_t sum = length * 3 + 1;
  sum += destination & 0xffff;
  sum += destination >> 16;
  return ~fold(fold(sum)) & 0xffff;
}

static uint32_t hash(uint32_t address) {
  uint32_t h = address;
  for (int k = 0; k < 4; ++k) h = h << 5 ^ h >> 3 ^ (address >> 8 * k & 0xff);
  return h;
}

// ---- packets: what the number of one says of it

static enum kind kind_of(unsigned number) { return number % 2 ? MULTICAST : UNICAST; }

static uint32_t length_of(unsigned number) {
  uint32_t length = HEADER + 26 + number;
  return length < MINIMUM ? MINIMUM : length;  // padded
}

static uint32_t destination_of(unsigned number) {
  return (kind_of(number) == MULTICAST ? 0x01005e00u : 0x0a000000u) + number;
}

// ---- the ring

static void fill_slot(unsigned k, unsigned number) {
  struct slot *s = &ring[k % SLOTS];
  s->length = length_of(number);
  s->address = destination_of(number);
  s->checksum = checksum(length_of(number), destination_of(number));
}

static void clear_slot(unsigned k) { ring[k % SLOTS].length = 0; }

static int put(unsigned number) {
  int done = 0;
  pthread_mutex_lock(&ring_lock);
  if (head - tail < SLOTS) {
    fill_slot(head, number);
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
    stats.address_sum += ring[tail % SLOTS].checksum;
    clear_slot(tail);
    tail++;
    done = 1;
  }
  pthread_mutex_unlock(&ring_lock);
  return done;
}

// ---- statistics: anybody, at any time

static void count_sent(unsigned number) {
  stats.bytes_sent += length_of(number);  // warning A
  stats.packets_sent++;
  stats.largest |= length_of(number);
  if (kind_of(number) == MULTICAST) stats.multicast++;
}

static void count_done(void) {
  stats.packets_done++;
  descriptors -= 1;
}

static void count_dropped(unsigned number) {
  stats.dropped++;
  stats.address_sum -= destination_of(number);
}

static void tick(uint32_t by) {
  ticks += by;
  watchdog = ticks;
}

// ---- the sender

static void transmit(unsigned number) {
  if (put(number)) {
    descriptors += 1;
    count_sent(number);
  } else {
    count_dropped(number);
  }
  stamp = ticks + number;  // warning B
}

static void *sender(void *unused) {
  if (!carrier) return unused;  // warning D
  for (unsigned k = 0; k < PACKETS; ++k) transmit(k);
  tick(1);
  return unused;
}

// ---- the handler of interrupts

static void *handler(void *unused) {
  stats.interrupts++;
  if (get())
    count_done();
  else
    stats.spurious++;
  stamp = ticks;  // warning B
  tick(2);
  return unused;
}

// ---- control: counters are read and start again

static void note(uint32_t bytes, uint32_t packets) {
  seen_by_control.bytes += bytes;
  seen_by_control.packets += packets;
  seen_by_control.largest = bytes;
  seen_by_control.rounds++;
}

static void *control(void *unused) {
  uint32_t bytes = stats.bytes_sent, packets = stats.packets_sent;
  note(bytes, packets);
  stats.bytes_sent = 0;  // warning A
  stats.packets_sent = 0;
  return unused;
}

// ---- opening and closing

static void join_group(unsigned k, uint32_t address) { groups[hash(address) % GROUPS] |= 1u << k; }

static void open_interface(void) {
  station = 0x0a000001u;
  join_group(0, 0x01005e00u);
  join_group(1, 0x01005e01u);
  descriptors = SLOTS;
  carrier = 1;  // warning D
}

static void close_interface(void) {
  printf("%08x: %u packets, %u bytes, %u done, %u dropped, %u to groups\n", station,
         seen_by_control.packets + stats.packets_sent, seen_by_control.bytes + stats.bytes_sent, stats.packets_done,
         stats.dropped, stats.multicast);
  printf("%u interrupts, %u for nothing; %u ticks, the last packet at %u\n", stats.interrupts, stats.spurious, ticks,
         stamp);
  printf("%u packets are left\n", head - tail);
}

int main(void) {
  pthread_t a, b, c;
  open_interface();
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, handler, 0);
  pthread_create(&c, 0, control, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  close_interface();
  return 0;
}
