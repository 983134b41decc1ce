// SPDX-License-Identifier: GPL-3.0-or-later
// A RAID rebuild, in the manner of a software RAID driver: one thread rebuilds a lost disk stripe by stripe from the
// parity, another one writes blocks meanwhile, and a third one, the timer, ages the statistics. What is on the disks
// and what is counted flows from one block to the next and never into a condition.
//
// warning A: written by the rebuild and by the writer without a lock: a race
// warning B: the position of the rebuild, printed by the timer: a race
// warning C: both sides hold the lock of the stripe: none
// warning D: the writer's log is only read after the writer was joined: none
#include <pthread.h>
#include <stdint.h>

enum { DISKS = 3, STRIPES = 2, LOST = 1 };

struct stripe {
  pthread_mutex_t lock;
  uint32_t block[DISKS];  // the last one is the parity
  uint32_t generation;
};

static struct stripe stripes[STRIPES] = {
    {PTHREAD_MUTEX_INITIALIZER, {11, 0, 29}, 0},
    {PTHREAD_MUTEX_INITIALIZER, {7, 0, 13}, 0},
};

// What the driver tells about itself. Nobody decides anything by it.
static struct {
  uint32_t reads, writes, rebuilt, parity_updates;
  uint32_t position;
  uint32_t busy_ticks, idle_ticks;
} stats;

static uint32_t last_block;
static uint32_t checksum;
static uint32_t journal[STRIPES];

// ---- reading and writing blocks

static uint32_t read_block(struct stripe *s, int disk) {
  stats.reads++;
  return s->block[disk];
}

static void write_block(struct stripe *s, int disk, uint32_t value) {
  stats.writes++;
  s->block[disk] = value;
}

static void update_parity(struct stripe *s, uint32_t was, uint32_t is) {
  s->block[DISKS - 1] ^= was ^ is;
  stats.parity_updates++;
}

// ---- the rebuild

static uint32_t recover(struct stripe *s, int lost) {
  uint32_t sum = 0;
  for (int d = 0; d < DISKS; ++d)
    if (d != lost) sum ^= read_block(s, d);
  return sum;
}

static void rebuild_stripe(struct stripe *s, unsigned number) {
  pthread_mutex_lock(&s->lock);
  uint32_t value = recover(s, LOST);
  write_block(s, LOST, value);
  s->generation++;  // warning C
  pthread_mutex_unlock(&s->lock);
  last_block = value;  // warning A
  stats.rebuilt++;
  stats.position = number + 1;  // warning B
}

static void *rebuild(void *unused) {
  for (unsigned k = 0; k < STRIPES; ++k) rebuild_stripe(&stripes[k], k);
  checksum ^= stats.rebuilt;
  return unused;
}

// ---- the writer

static void write_one(struct stripe *s, int disk, uint32_t value) {
  pthread_mutex_lock(&s->lock);
  uint32_t was = read_block(s, disk);
  write_block(s, disk, value);
  update_parity(s, was, value);
  s->generation++;  // warning C
  pthread_mutex_unlock(&s->lock);
  last_block = value;  // warning A
  checksum += value;
}

static void *writer(void *unused) {
  write_one(&stripes[0], 0, 17);
  journal[0] = 17;  // warning D
  write_one(&stripes[1], 0, 23);
  journal[1] = 23;
  return unused;
}

// ---- the timer

static void *timer(void *unused) {
  stats.busy_ticks += stats.rebuilt;
  stats.idle_ticks += stats.position;  // warning B
  checksum += stats.busy_ticks;
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, rebuild, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_create(&c, 0, timer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  uint32_t logged = journal[0];  // warning D
  pthread_join(c, 0);
  return (int)(logged & 1);
}
