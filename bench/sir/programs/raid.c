// SPDX-License-Identifier: GPL-3.0-or-later
// A RAID rebuild, in the manner of a software RAID driver: one thread rebuilds a lost disk stripe by stripe from the
// parity, another one writes blocks meanwhile, and a third one, the timer, ages the statistics. What is on the disks
// and what is counted flows from one block to the next and never into a condition.
//
// warning A: written by the rebuild and by the writer without a lock: a race
// warning B: the position of the rebuild, printed by the timer: a race
// warning C: the count of events, under the lock of the superblock: none
// warning D: the writer's log is only read after the writer was joined: none
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { DISKS = 3, STRIPES = 2, LOST = 1, SECTOR = 512, SPEED = 3 };

struct stripe {
  uint32_t block[DISKS];  // the last one is the parity
  uint32_t generation;
  uint32_t dirty;  // disks that were written since the last synchronisation, a bit for each
};

static struct stripe stripes[STRIPES] = {{{11, 0, 29}, 0, 0}, {{7, 0, 13}, 0, 0}};
static pthread_mutex_t locks[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

struct disk {
  uint32_t reads, writes, sectors, heat;
};

struct request {
  unsigned stripe;
  int disk;
  uint32_t value;
};

// The superblock: written before the threads start.
static struct {
  uint32_t magic, level, chunk;
  uint32_t weight[DISKS];
} superblock;

// What the driver tells about itself. Nobody decides anything by it.
static struct {
  uint32_t reads, writes, rebuilt, parity_updates;
  uint32_t position, remaining;
  uint32_t busy_ticks, idle_ticks, speed;
} stats;

static pthread_mutex_t superblock_lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t events;

static struct disk disks[DISKS];
static uint32_t last_block, last_stripe;
static uint32_t checksum, bitmap;
static uint32_t journal[STRIPES];

// ---- arithmetic on blocks

static uint32_t times_two(uint32_t v) { return v << 1 ^ (v >> 31) * 0x1d; }

static uint32_t rotate(uint32_t v, unsigned by) { return by ? v << by | v >> (32 - by) : v; }

static uint32_t syndrome(uint32_t a, uint32_t b) { return times_two(a) ^ rotate(b, 5); }

static uint32_t digest(const struct request *r) {
  uint32_t h = r->value;
  for (int k = 0; k < 3; ++k) h = rotate(h, 7) + r->stripe * 31 + (uint32_t)r->disk;
  return h;
}

// ---- what a disk did

static void account_read(int disk) {
  disks[disk].reads++;
  disks[disk].sectors += superblock.chunk / SECTOR;
}

static void account_write(int disk) {
  disks[disk].writes++;
  disks[disk].heat = disks[disk].heat * 3 + superblock.weight[disk];
}

static void cool(int disk) { disks[disk].heat -= disks[disk].heat >> 2; }

// ---- reading and writing blocks

static uint32_t read_block(struct stripe *s, int disk) {
  stats.reads++;
  return s->block[disk];
}

static void write_block(struct stripe *s, int disk, uint32_t value) {
  stats.writes++;
  s->block[disk] = value;
  s->dirty |= 1u << disk;
}

static void update_parity(struct stripe *s, uint32_t was, uint32_t is) {
  s->block[DISKS - 1] ^= was ^ is;
  stats.parity_updates++;
}

// ---- the bitmap of stripes that are behind

static void mark(unsigned stripe) { bitmap |= 1u << stripe; }

static void unmark(unsigned stripe) { bitmap &= ~(1u << stripe); }

// ---- the rebuild

static uint32_t recover(struct stripe *s, int lost) {
  uint32_t sum = 0;
  for (int d = 0; d < DISKS; ++d)
    if (d != lost) sum ^= read_block(s, d);
  return sum;
}

static void note_progress(unsigned number) {
  stats.rebuilt++;
  stats.remaining = STRIPES - number;
  stats.position = number + 1;  // warning B
}

static void rebuild_stripe(struct stripe *s, unsigned number) {
  pthread_mutex_lock(&locks[number]);
  uint32_t value = recover(s, LOST);
  write_block(s, LOST, value);
  s->generation++;
  pthread_mutex_unlock(&locks[number]);
  last_block = value;  // warning A
  account_write(LOST);
  unmark(number);
  note_progress(number);
}

static void finish_rebuild(void) {
  pthread_mutex_lock(&superblock_lock);
  events++;  // warning C
  pthread_mutex_unlock(&superblock_lock);
}

static void *rebuild(void *unused) {
  for (unsigned k = 0; k < STRIPES; ++k) rebuild_stripe(&stripes[k], k);
  checksum ^= stats.rebuilt;
  finish_rebuild();
  return unused;
}

// ---- the writer

static void write_one(const struct request *r) {
  struct stripe *s = &stripes[r->stripe];
  pthread_mutex_lock(&locks[r->stripe]);
  uint32_t was = read_block(s, r->disk);
  write_block(s, r->disk, r->value);
  update_parity(s, was, r->value);
  s->generation++;
  pthread_mutex_unlock(&locks[r->stripe]);
  last_block = r->value;  // warning A
  last_stripe = r->stripe;
  account_read(r->disk);
  account_write(r->disk);
  checksum += digest(r);
}

static void finish_writes(void) {
  pthread_mutex_lock(&superblock_lock);
  events += STRIPES;  // warning C
  pthread_mutex_unlock(&superblock_lock);
}

static void *writer(void *unused) {
  static const struct request requests[] = {{0, 0, 17}, {1, 0, 23}};
  write_one(&requests[0]);
  journal[0] = digest(&requests[0]);  // warning D
  mark(0);
  write_one(&requests[1]);
  journal[1] = digest(&requests[1]);
  mark(1);
  finish_writes();
  return unused;
}

// ---- the timer

static void *timer(void *unused) {
  stats.busy_ticks += stats.rebuilt;
  stats.idle_ticks += stats.position;  // warning B
  stats.speed = stats.busy_ticks * SPEED;
  for (int d = 0; d < DISKS; ++d) cool(d);
  checksum += stats.busy_ticks;
  return unused;
}

// ---- the beginning and the end

static void assemble(void) {
  superblock.magic = 0xa92b4efcu;
  superblock.level = 5;
  superblock.chunk = 8 * SECTOR;
  for (uint32_t d = 0; d < DISKS; ++d) superblock.weight[d] = syndrome(superblock.level, d);
  bitmap = (1u << STRIPES) - 1;
}

static void report(uint32_t logged) {
  printf("%u stripes rebuilt, %u reads, %u writes, %u of the parity\n", stats.rebuilt, stats.reads, stats.writes,
         stats.parity_updates);
  for (int d = 0; d < DISKS; ++d)
    printf("disk %d: %u reads, %u writes, %u sectors, heat %u\n", d, disks[d].reads, disks[d].writes, disks[d].sectors,
           disks[d].heat);
  printf("checksum %08x, journal %08x, behind %x, %u events\n", checksum, logged, bitmap, events);
}

int main(void) {
  pthread_t a, b, c;
  assemble();
  pthread_create(&a, 0, rebuild, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_create(&c, 0, timer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  uint32_t logged = journal[0];  // warning D
  pthread_join(c, 0);
  report(logged);
  return 0;
}
