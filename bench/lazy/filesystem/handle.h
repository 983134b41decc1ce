// SPDX-License-Identifier: GPL-3.0-or-later
// The table of open files. Finding a free entry and taking it are two things, and nothing keeps them together.
#ifndef HANDLE_H
#define HANDLE_H
#include "file.h"

struct open_file {
  int open;  // 0 or 1
  int inode;
  int mode;      // READ_ONLY or READ_WRITE
  int position;  // between 0 and BLOCK_SIZE
};

extern struct open_file open_files[HANDLES];

// An entry for the inode, or NO_SPACE.
int handle_take(int inode, int mode);

// The inode of an open entry, or BAD_HANDLE.
int handle_inode(int handle);

int handle_position(int handle);
void handle_move(int handle, int position);

// Whether anybody has the inode open.
int handle_is_open(int inode);

#endif
