// SPDX-License-Identifier: GPL-3.0-or-later
#include "file.h"

#include "block.h"
#include "directory.h"
#include "handle.h"
#include "volume.h"

// A new inode under this name. If somebody else made the file in the meantime, theirs, and ours is given back.
static int make(const char *name) {
  int inode = inode_alloc(name[0]);
  if (inode == NO_INODE) return NO_INODE;
  int winner = directory_add(name, inode);
  if (winner == inode) {
    statistics.created++;
    return inode;
  }
  inode_lock(inode);
  inode_drop_link(inode);
  inode_unlock(inode);
  return winner;
}

int file_creat(const char *name) {
  int inode = directory_lookup(name);
  if (inode == NO_INODE) {
    if (volume_is_full()) return NO_SPACE;
    volume_begin();
    inode = make(name);
  }
  if (inode == NO_INODE) return NO_SPACE;
  return handle_take(inode, READ_WRITE);
}

int file_open(const char *name, int mode) {
  int inode = directory_peek(name);
  if (inode == NO_INODE) return NOT_FOUND;
  return handle_take(inode, mode);
}

int file_close(int handle) {
  if (handle_inode(handle) < 0) return BAD_HANDLE;
  open_files[handle].open = 0;
  statistics.closed++;
  return 0;
}

// With the inode locked.
static int read_locked(int handle, int inode, byte *to, int count) {
  int position = handle_position(handle);
  int rest = inode_size(inode) - position;
  if (rest <= 0) return 0;
  int block = inode_block(inode);
  if (block == NO_BLOCK) return NO_SPACE;
  int done = block_read(block, position, to, count < rest ? count : rest);
  handle_move(handle, position + done);
  return done;
}

int file_read(int handle, byte *to, int count) {
  int inode = handle_inode(handle);
  if (inode < 0) return BAD_HANDLE;
  if (inode_size(inode) == 0) return 0;  // a look in passing: empty files need no lock
  int done = NOT_FOUND;
  inode_lock(inode);
  if (inode_is_used(inode)) done = read_locked(handle, inode, to, count);
  inode_unlock(inode);
  statistics.reads++;
  if (done > 0) statistics.bytes_read += done;
  return done;
}

static int write_locked(int handle, int inode, const byte *from, int count) {
  int position = handle_position(handle);
  int block = inode_block(inode);
  if (block == NO_BLOCK) return NO_SPACE;
  int done = block_write(block, position, from, count);
  handle_move(handle, position + done);
  inode_grow(inode, position + done);
  return done;
}

int file_write(int handle, const byte *from, int count) {
  int inode = handle_inode(handle);
  if (inode < 0) return BAD_HANDLE;
  if (open_files[handle].mode != READ_WRITE) return NOT_ALLOWED;
  int done = NOT_FOUND;
  volume_begin();
  inode_lock(inode);
  if (inode_is_used(inode)) done = write_locked(handle, inode, from, count);
  inode_unlock(inode);
  statistics.writes++;
  if (done > 0) statistics.bytes_written += done;
  return done;
}

int file_seek(int handle, int position) {
  if (handle_inode(handle) < 0) return BAD_HANDLE;
  handle_move(handle, position);
  return 0;
}

int file_truncate(int handle, int size) {
  int inode = handle_inode(handle);
  if (inode < 0) return BAD_HANDLE;
  if (open_files[handle].mode != READ_WRITE) return NOT_ALLOWED;
  if (size < 0 || size > BLOCK_SIZE) return NO_SPACE;
  inode_lock(inode);
  if (inode_is_used(inode)) inode_truncate(inode, size);
  inode_unlock(inode);
  return 0;
}

int file_unlink(const char *name) {
  volume_begin();
  int inode = directory_remove(name);
  if (inode == NO_INODE) return NOT_FOUND;
  int busy = handle_is_open(inode);
  inode_lock(inode);
  inode_drop_link(inode);
  inode_unlock(inode);
  statistics.removed++;
  return busy;
}

int file_rename(const char *from, const char *to) {
  return directory_rename(from, to) ? 0 : NOT_FOUND;
}

// Reads the directory as a listing does, without stopping anybody.
int file_stat(const char *name, struct attributes *to) {
  char found[NAME_BUFFER];
  for (int i = 0; i < ENTRIES; i++) {
    int inode = directory_entry(i, found);
    if (inode == NO_INODE) continue;
    int same = 1;
    for (int c = 0; c < NAME_BUFFER && same; c++) {
      if (found[c] != name[c]) same = 0;
      if (found[c] == 0) break;
    }
    if (same) {
      inode_attributes(inode, to);
      return 0;
    }
  }
  return NOT_FOUND;
}

void file_log(byte what) {
  byte line[1] = {what};
  if (handle_position(LOG_HANDLE) >= BLOCK_SIZE) file_seek(LOG_HANDLE, 0);
  file_write(LOG_HANDLE, line, 1);
}
