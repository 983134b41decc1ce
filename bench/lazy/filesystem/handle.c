// SPDX-License-Identifier: GPL-3.0-or-later
#include "handle.h"

#include "volume.h"

struct open_file open_files[HANDLES] = {
    [LOG_HANDLE] = {.open = 1, .inode = 0, .mode = READ_WRITE, .position = 0},
};

int handle_take(int inode, int mode) {
  for (int i = 0; i < HANDLES; i++) {
    struct open_file *file = &open_files[i];
    if (!file->open) {
      file->open = 1;
      file->inode = inode;
      file->mode = mode;
      file->position = 0;
      statistics.opened++;
      return i;
    }
  }
  volume.errors++;
  return NO_SPACE;
}

int handle_inode(int handle) {
  if (handle < 0 || handle >= HANDLES) return BAD_HANDLE;
  if (!open_files[handle].open) return BAD_HANDLE;
  return open_files[handle].inode;
}

int handle_position(int handle) {
  return open_files[handle].position;
}

void handle_move(int handle, int position) {
  if (position < 0 || position > BLOCK_SIZE) position = BLOCK_SIZE;
  open_files[handle].position = position;
}

int handle_is_open(int inode) {
  for (int i = 0; i < HANDLES; i++) {
    if (open_files[i].open && open_files[i].inode == inode) return 1;
  }
  return 0;
}
