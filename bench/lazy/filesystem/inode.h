// SPDX-License-Identifier: GPL-3.0-or-later
// Inodes: one for each file, with its number of links, its size and its block. Each has a lock, which callers take for
// as long as they work on the file: inode_lock, then the functions that say "locked", then inode_unlock.
//
// Order of locks: an inode before a block; never two inodes; never together with the directory.
#ifndef INODE_H
#define INODE_H
#include "disk.h"

#define NO_INODE (-1)

// Bytes of an inode.
#define INODE_LINKS 0
#define INODE_BYTES 1
#define INODE_BLOCK 2
#define INODE_STAMP 3
#define INODE_FIELD(inode, field) (INODE_TABLE + (inode) * INODE_SIZE + (field))

struct attributes {
  int inode, links, size, stamp;
};

int inode_is_valid(int inode);

void inode_lock(int inode);
void inode_unlock(int inode);

// An inode that was free, `near` if possible, with one link, no bytes and no block; NO_INODE if there is none.
int inode_alloc(int near);

// Locked.
int inode_is_used(int inode);
int inode_size(int inode);
int inode_block(int inode);            // gives it a block if it has none; NO_BLOCK if there are no more
void inode_grow(int inode, int size);  // at least this size
void inode_truncate(int inode, int size);
void inode_drop_link(int inode);  // frees the inode and its block with the last one

// Not locked: a look in passing.
void inode_attributes(int inode, struct attributes* to);

#endif
