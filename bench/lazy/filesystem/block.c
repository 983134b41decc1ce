// SPDX-License-Identifier: GPL-3.0-or-later
#include "block.h"

#include <pthread.h>

#include "volume.h"

static pthread_mutex_t block_locks[BLOCKS] = {
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
};

int block_is_valid(int block) {
  return block >= 0 && block < BLOCKS;
}

// How many of `count` bytes from `offset` on lie in a block.
static int block_room(int offset, int count) {
  if (offset < 0 || offset >= BLOCK_SIZE) return 0;
  if (count > BLOCK_SIZE - offset) return BLOCK_SIZE - offset;
  return count;
}

// Takes the block if it is free.
static int block_take(int block) {
  int taken = 0;
  pthread_mutex_lock(&block_locks[block]);
  if (!disk_test_bit(BLOCK_MAP, block)) {
    disk_set_bit(BLOCK_MAP, block);
    taken = 1;
  }
  pthread_mutex_unlock(&block_locks[block]);
  return taken;
}

int block_alloc(int near) {
  for (int i = 0; i < BLOCKS; i++) {
    int block = (near + i) % BLOCKS;
    if (block_take(block)) {
      volume.free_blocks--;
      volume.dirty = 1;
      return block;
    }
  }
  volume.errors++;
  return NO_BLOCK;
}

void block_free(int block) {
  pthread_mutex_lock(&block_locks[block]);
  disk_fill(BLOCK_BYTE(block, 0), 0, BLOCK_SIZE);
  disk_clear_bit(BLOCK_MAP, block);
  pthread_mutex_unlock(&block_locks[block]);
  volume.free_blocks++;
  volume.dirty = 1;
}

int block_read(int block, int offset, byte *to, int count) {
  int room = block_room(offset, count);
  pthread_mutex_lock(&block_locks[block]);
  disk_copy_out(BLOCK_BYTE(block, offset), to, room);
  pthread_mutex_unlock(&block_locks[block]);
  return room;
}

int block_write(int block, int offset, const byte *from, int count) {
  int room = block_room(offset, count);
  pthread_mutex_lock(&block_locks[block]);
  disk_copy_in(BLOCK_BYTE(block, offset), from, room);
  volume.dirty = 1;
  pthread_mutex_unlock(&block_locks[block]);
  return room;
}

void block_clear(int block, int offset) {
  int room = block_room(offset, BLOCK_SIZE);
  pthread_mutex_lock(&block_locks[block]);
  disk_fill(BLOCK_BYTE(block, offset), 0, room);
  volume.dirty = 1;
  pthread_mutex_unlock(&block_locks[block]);
}
