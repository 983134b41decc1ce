// SPDX-License-Identifier: GPL-3.0-or-later
// A block-map allocator, in the manner of a journalling file system's: a tree over bitmaps, allocation and freeing of
// blocks by two threads, a journal of what was changed, a quota of each user. The free count of the map decides whether
// an allocation is tried; hints, quotas, statistics and the content of the pages decide nothing.
//
// warning A: the hint for the next allocation, written without a lock: a race
// warning B: the count of allocations, written without a lock: a race
// warning C: the free count, always under the lock of the map: none
// warning D: the page's word, under the lock of the map: none
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { PAGES = 2, WORDS = 2, BLOCKS = 4, USERS = 2, RECORDS = 4 };
enum change { TAKEN = 1, GIVEN = 100, REFUSED = 200 };

static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;
static int free_blocks = BLOCKS;

struct page {
  uint32_t word[WORDS];
  uint32_t max_free;
  uint32_t sequence;
};

struct user {
  uint32_t used, peak, requests;
};

struct record {
  uint32_t what, sequence, sum;
};

static struct page pages[PAGES];
static struct user users[USERS];

// What mount was told. Written before anybody allocates.
static struct {
  unsigned group;
  uint32_t seed;
} options;

// Where to look first, next time. A wrong hint costs time and nothing else.
static uint32_t hint, preferred_page, last_freed, last_length;

static struct {
  uint32_t allocations, releases, refused, missed;
  uint32_t blocks_taken, blocks_given, scans;
} stats;

// Blocks are taken from the first group of a page on.
static uint32_t first_of(unsigned page) { return page * options.group; }

// ---- the journal: what was changed, and in which order

static struct record journal[RECORDS];
static uint32_t journal_position, journal_sum;

static uint32_t mix(uint32_t sum, uint32_t what) { return sum * 31 + (what ^ sum >> 7); }

static void log_change(enum change kind, unsigned page) {
  journal_position++;
  journal_sum = mix(journal_sum, (uint32_t)kind + page);
}

static void write_record(unsigned slot, enum change kind, unsigned page, unsigned blocks) {
  struct record *r = &journal[slot % RECORDS];
  r->what = (uint32_t)kind + page;
  r->sequence = first_of(page) + blocks;
  r->sum = mix(page, blocks);
}

// ---- pages: a bit for each block

static uint32_t mask(unsigned blocks) { return blocks >= 32 ? ~0u : (1u << blocks) - 1; }

static void touch_page(unsigned page, unsigned blocks) {
  pages[page].word[0] |= mask(blocks);  // warning D
  pages[page].sequence++;
}

static void clear_page(unsigned page, unsigned blocks) {
  pages[page].word[0] &= ~mask(blocks);  // warning D
  pages[page].sequence++;
}

static void adjust_tree(unsigned page, int by) {
  pages[page].max_free += (uint32_t)by;
  pages[0].word[1] = pages[page].max_free;
}

// ---- quotas: what each user holds

static void charge(unsigned user, unsigned blocks) {
  users[user].used += blocks;
  users[user].requests++;
  users[user].peak |= users[user].used;
}

static void refund(unsigned user, unsigned blocks) { users[user].used -= blocks; }

// ---- hints and statistics

static void remember(unsigned page, unsigned blocks) {
  hint = first_of(page) + blocks;  // warning A
  preferred_page = page;
  last_length = blocks;
  stats.scans++;
}

static void count_allocation(unsigned blocks) {
  stats.allocations++;  // warning B
  stats.blocks_taken += blocks;
}

static void count_release(unsigned page, unsigned blocks) {
  stats.releases++;
  stats.blocks_given += blocks;
  last_freed = page;
}

// ---- the map

// Fails if there are not that many free blocks.
static int take(unsigned page, unsigned blocks) {
  int taken = 0;
  pthread_mutex_lock(&map_lock);
  if (free_blocks >= (int)blocks) {
    free_blocks -= (int)blocks;  // warning C
    touch_page(page, blocks);
    adjust_tree(page, -(int)blocks);
    taken = 1;
  }
  pthread_mutex_unlock(&map_lock);
  return taken;
}

static void give(unsigned page, unsigned blocks) {
  pthread_mutex_lock(&map_lock);
  free_blocks += (int)blocks;  // warning C
  clear_page(page, blocks);
  adjust_tree(page, (int)blocks);
  pthread_mutex_unlock(&map_lock);
}

// ---- allocation: as much as is wanted, or nothing

static unsigned refuse(unsigned page, unsigned blocks) {
  stats.refused++;
  stats.missed += blocks;
  log_change(REFUSED, page);
  return 0;
}

static unsigned allocate(unsigned user, unsigned page, unsigned blocks) {
  if (!take(page, blocks)) return refuse(page, blocks);
  charge(user, blocks);
  count_allocation(blocks);
  remember(page, blocks);
  log_change(TAKEN, page);
  return blocks;
}

static void release(unsigned user, unsigned page, unsigned blocks) {
  give(page, blocks);
  refund(user, blocks);
  count_release(page, blocks);
  hint = first_of(page);  // warning A
  log_change(GIVEN, page);
}

// ---- two clients

static void *extend_file(void *unused) {
  unsigned got = allocate(0, 0, 3);
  write_record(0, TAKEN, 0, got);
  if (got) release(0, 0, got);
  return unused;
}

static void *make_directory(void *unused) {
  unsigned got = allocate(1, 1, 2);
  write_record(1, TAKEN, 1, got);
  users[1].peak += got;
  stats.allocations += 1;  // warning B
  return unused;
}

// ---- mounting and what is told at the end

static void mount_map(void) {
  options.group = 8;
  options.seed = 5381;
  journal_sum = options.seed;
  for (unsigned k = 0; k < PAGES; ++k) pages[k].max_free = BLOCKS / PAGES;
}

static void report(void) {
  printf("%d blocks are free; %u allocations, %u releases, %u refused, %u blocks missed\n", free_blocks, stats.allocations,
         stats.releases, stats.refused, stats.missed);
  for (unsigned k = 0; k < USERS; ++k) printf("user %u: %u of at most %u blocks\n", k, users[k].used, users[k].peak);
  printf("journal: %u changes, sum %08x\n", journal_position, journal_sum);
}

int main(void) {
  pthread_t a, b;
  mount_map();
  pthread_create(&a, 0, extend_file, 0);
  pthread_create(&b, 0, make_directory, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  report();
  return 0;
}
