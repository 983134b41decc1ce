// SPDX-License-Identifier: GPL-3.0-or-later
#include "volume.h"

#include "block.h"
#include "inode.h"

struct volume volume = {
    .free_inodes = INODES - 1,
    .free_blocks = BLOCKS - 1,
};
struct statistics statistics;

int volume_mount(void) {
  return disk_read(MAGIC_BYTE) == MAGIC && disk_read(STATE_BYTE) == CLEAN;
}

void volume_begin(void) {
  if (!volume.dirty) disk_write(STATE_BYTE, DIRTY);
}

void volume_sync(void) {
  if (!volume.dirty) return;
  disk_write(STATE_BYTE, CLEAN);
  volume.dirty = 0;
}

int volume_is_full(void) {
  return volume.free_inodes <= 0 || volume.free_blocks <= 0;
}

// A used inode has links and, if it has a block, one that is used; a free one has none of this.
static int check_inode(int inode) {
  int links = disk_read(INODE_FIELD(inode, INODE_LINKS));
  int block = disk_read(INODE_FIELD(inode, INODE_BLOCK));
  int used = disk_test_bit(INODE_MAP, inode);
  int problems = 0;
  if (used != (links > 0)) problems++;
  if (used && block != NO_BLOCK && !block_is_valid(block)) problems++;
  if (used && block_is_valid(block) && !disk_test_bit(BLOCK_MAP, block)) problems++;
  if (disk_read(INODE_FIELD(inode, INODE_BYTES)) > BLOCK_SIZE) problems++;
  return problems;
}

// A block belongs to at most one inode.
static int check_block(int block) {
  int owners = 0;
  for (int i = 0; i < INODES; i++) {
    int links = disk_read(INODE_FIELD(i, INODE_LINKS));
    if (links > 0 && disk_read(INODE_FIELD(i, INODE_BLOCK)) == block) owners++;
  }
  return owners != disk_test_bit(BLOCK_MAP, block);
}

// The counters say what the maps say.
static int check_counters(void) {
  int inodes = 0, blocks = 0;
  for (int i = 0; i < INODES; i++) inodes += !disk_test_bit(INODE_MAP, i);
  for (int i = 0; i < BLOCKS; i++) blocks += !disk_test_bit(BLOCK_MAP, i);
  return (inodes != volume.free_inodes) + (blocks != volume.free_blocks);
}

int volume_check(void) {
  int problems = 0;
  for (int i = 0; i < INODES; i++) problems += check_inode(i);
  for (int i = 0; i < BLOCKS; i++) problems += check_block(i);
  return problems + check_counters();
}
