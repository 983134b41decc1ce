// SPDX-License-Identifier: GPL-3.0-or-later
// The disk: a handful of bytes that stay when everything else is forgotten. It has no lock; whoever reads or writes is
// expected to hold the lock of what the bytes mean. The layers above do so for inodes, blocks and the directory, each
// with a lock of its own, but two of the bytes belong to nobody alone: the maps of used inodes and used blocks.
//
//   0               magic number
//   1               map of used inodes, a bit each
//   2               map of used blocks, a bit each
//   3               how the volume was left: CLEAN or DIRTY
//   INODE_TABLE     INODES times INODE_SIZE: links, size, block, time of the last change
//   DIRECTORY       ENTRIES times ENTRY_SIZE: name, padded with zeros; inode + 1, or 0 for a free entry
//   DATA            BLOCKS times BLOCK_SIZE
#ifndef DISK_H
#define DISK_H

typedef unsigned char byte;

#define MAGIC 0x5d
#define CLEAN 1
#define DIRTY 2

#define INODES 4
#define INODE_SIZE 4
#define ENTRIES 4
#define NAME_SIZE 3
#define ENTRY_SIZE (NAME_SIZE + 1)
#define BLOCKS 4
#define BLOCK_SIZE 8

#define MAGIC_BYTE 0
#define INODE_MAP 1
#define BLOCK_MAP 2
#define STATE_BYTE 3
#define INODE_TABLE 4
#define DIRECTORY (INODE_TABLE + INODES * INODE_SIZE)
#define DATA (DIRECTORY + ENTRIES * ENTRY_SIZE)
#define DISK_SIZE (DATA + BLOCKS * BLOCK_SIZE)

byte disk_read(int address);
void disk_write(int address, byte value);

int disk_test_bit(int address, int bit);
void disk_set_bit(int address, int bit);
void disk_clear_bit(int address, int bit);

// Several bytes, one after the other: not one access.
void disk_copy_out(int address, byte* to, int count);
void disk_copy_in(int address, const byte* from, int count);
void disk_fill(int address, byte value, int count);

// Whether `size` bytes are the text, padded with zeros.
int disk_holds_text(int address, const char* text, int size);
void disk_put_text(int address, const char* text, int size);

#endif
