// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks: the bytes of files. Each has a lock, held while its bytes or its bit in the map are read or written. The
// locks of two blocks do not exclude each other, so the byte that holds the bits of both is not protected.
//
// Order of locks: an inode before a block; never two blocks.
#ifndef BLOCK_H
#define BLOCK_H
#include "disk.h"

#define NO_BLOCK 255

#define BLOCK_BYTE(block, offset) (DATA + (block) * BLOCK_SIZE + (offset))

int block_is_valid(int block);

// A block that was free, `near` if possible, filled with zeros; NO_BLOCK if there is none.
int block_alloc(int near);
void block_free(int block);

// Up to `count` bytes from `offset` on, as many as the block has; gives their number.
int block_read(int block, int offset, byte* to, int count);
int block_write(int block, int offset, const byte* from, int count);

// Sets everything from `offset` on to zero.
void block_clear(int block, int offset);

#endif
