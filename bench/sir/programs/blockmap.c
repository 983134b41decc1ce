// SPDX-License-Identifier: GPL-3.0-or-later
// A block-map allocator, in the manner of a journalling file system's: a tree over bitmaps, allocation and freeing of
// blocks by two threads. The free count of the map decides whether an allocation is tried; hints, statistics and the
// content of the pages decide nothing.
//
// warning A: the hint for the next allocation, written without a lock: a race
// warning B: the count of allocations, written without a lock: a race
// warning C: the free count, always under the lock of the map: none
// warning D: the page's word, under the lock of the map: none
#include <pthread.h>
#include <stdint.h>

enum { PAGES = 2, WORDS = 2, BLOCKS = 4 };

static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;
static int free_blocks = BLOCKS;

struct page {
  uint32_t word[WORDS];
  uint32_t max_free;
  uint32_t sequence;
};

static struct page pages[PAGES];
static uint32_t hint, preferred_page, last_freed;
static uint32_t allocations, releases, scans, journal_position, journal_sum;

// ---- the journal: what was changed, and in which order

static void log_change(uint32_t what) {
  journal_position++;
  journal_sum = journal_sum * 31 + what;
}

// ---- pages

static void touch_page(unsigned page, uint32_t bits) {
  pages[page].word[0] |= bits;  // warning D
  pages[page].sequence++;
}

static void clear_page(unsigned page, uint32_t bits) {
  pages[page].word[0] &= ~bits;  // warning D
  pages[page].sequence++;
}

static void adjust_tree(unsigned page, int by) {
  pages[page].max_free += (uint32_t)by;
  pages[0].word[1] = pages[page].max_free;
}

// ---- allocation

static void remember(uint32_t block) {
  hint = block + 1;  // warning A
  preferred_page = block;
  scans++;
}

static int take(unsigned page, int blocks) {
  int taken = 0;
  pthread_mutex_lock(&map_lock);
  if (free_blocks >= blocks) {
    free_blocks -= blocks;  // warning C
    touch_page(page, 3);
    adjust_tree(page, -blocks);
    taken = 1;
  }
  pthread_mutex_unlock(&map_lock);
  return taken;
}

static void give(unsigned page, int blocks) {
  pthread_mutex_lock(&map_lock);
  free_blocks += blocks;  // warning C
  clear_page(page, 3);
  adjust_tree(page, blocks);
  pthread_mutex_unlock(&map_lock);
}

static int allocate(unsigned page, int blocks) {
  int taken = take(page, blocks);
  allocations++;  // warning B
  remember(page * 8);
  log_change(page + 1);
  return taken;
}

static void release(unsigned page, int blocks) {
  give(page, blocks);
  last_freed = page;
  hint = page;  // warning A
  releases++;
  log_change(page + 100);
}

// ---- two clients

static void *extend_file(void *unused) {
  if (allocate(0, 3)) release(0, 3);
  return unused;
}

static void *make_directory(void *unused) {
  if (allocate(1, 2)) journal_sum += pages[1].sequence;
  allocations += 1;  // warning B
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, extend_file, 0);
  pthread_create(&b, 0, make_directory, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
