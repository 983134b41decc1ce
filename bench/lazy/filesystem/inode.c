// SPDX-License-Identifier: GPL-3.0-or-later
#include "inode.h"

#include <pthread.h>

#include "block.h"
#include "volume.h"

static pthread_mutex_t inode_locks[INODES] = {
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
};

int inode_is_valid(int inode) {
  return inode >= 0 && inode < INODES;
}

void inode_lock(int inode) {
  pthread_mutex_lock(&inode_locks[inode]);
}

void inode_unlock(int inode) {
  pthread_mutex_unlock(&inode_locks[inode]);
}

static int inode_get(int inode, int field) {
  return disk_read(INODE_FIELD(inode, field));
}

static void inode_put(int inode, int field, int value) {
  disk_write(INODE_FIELD(inode, field), (byte)value);
  volume.dirty = 1;
}

// Notes the time of a change; there is no clock but the number of changes.
static void inode_touch(int inode) {
  int now = volume.clock + 1;
  volume.clock = now;
  inode_put(inode, INODE_STAMP, now);
}

int inode_is_used(int inode) {
  return inode_get(inode, INODE_LINKS) > 0;
}

int inode_size(int inode) {
  int size = inode_get(inode, INODE_BYTES);
  return size > BLOCK_SIZE ? BLOCK_SIZE : size;
}

// Takes the inode if it is free.
static int inode_take(int inode) {
  int taken = 0;
  inode_lock(inode);
  if (!disk_test_bit(INODE_MAP, inode)) {
    disk_set_bit(INODE_MAP, inode);
    inode_put(inode, INODE_LINKS, 1);
    inode_put(inode, INODE_BYTES, 0);
    inode_put(inode, INODE_BLOCK, NO_BLOCK);
    inode_touch(inode);
    taken = 1;
  }
  inode_unlock(inode);
  return taken;
}

int inode_alloc(int near) {
  for (int i = 0; i < INODES; i++) {
    int inode = (near + i) % INODES;
    if (inode_take(inode)) {
      volume.free_inodes--;
      volume.dirty = 1;
      return inode;
    }
  }
  volume.errors++;
  return NO_INODE;
}

int inode_block(int inode) {
  int block = inode_get(inode, INODE_BLOCK);
  if (block_is_valid(block)) return block;
  block = block_alloc(inode);
  inode_put(inode, INODE_BLOCK, block);
  return block;
}

void inode_grow(int inode, int size) {
  if (size > inode_size(inode)) inode_put(inode, INODE_BYTES, size);
  inode_touch(inode);
}

void inode_truncate(int inode, int size) {
  int block = inode_get(inode, INODE_BLOCK);
  if (size >= inode_size(inode)) return;
  if (block_is_valid(block)) block_clear(block, size);
  inode_put(inode, INODE_BYTES, size);
  inode_touch(inode);
}

static void inode_free(int inode) {
  int block = inode_get(inode, INODE_BLOCK);
  if (block_is_valid(block)) block_free(block);
  disk_clear_bit(INODE_MAP, inode);
  volume.free_inodes++;
  volume.dirty = 1;
}

void inode_drop_link(int inode) {
  int links = inode_get(inode, INODE_LINKS);
  if (links == 0) return;
  inode_put(inode, INODE_LINKS, links - 1);
  if (links == 1) inode_free(inode);
}

void inode_attributes(int inode, struct attributes *to) {
  byte bytes[INODE_SIZE];
  disk_copy_out(INODE_FIELD(inode, 0), bytes, INODE_SIZE);
  to->inode = inode;
  to->links = bytes[INODE_LINKS];
  to->size = bytes[INODE_BYTES];
  to->stamp = bytes[INODE_STAMP];
}
