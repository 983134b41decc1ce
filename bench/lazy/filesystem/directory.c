// SPDX-License-Identifier: GPL-3.0-or-later
#include "directory.h"

#include <pthread.h>

#include "inode.h"
#include "volume.h"

#define NO_ENTRY (-1)

static pthread_mutex_t directory_lock = PTHREAD_MUTEX_INITIALIZER;

static int entry_address(int entry) {
  return DIRECTORY + entry * ENTRY_SIZE;
}

static int entry_inode(int entry) {
  int inode = disk_read(entry_address(entry) + NAME_SIZE) - 1;
  return inode_is_valid(inode) ? inode : NO_INODE;
}

// The entry with this name, or NO_ENTRY.
static int find_name(const char *name) {
  for (int i = 0; i < ENTRIES; i++) {
    if (disk_holds_text(entry_address(i), name, NAME_SIZE)) return i;
  }
  return NO_ENTRY;
}

static int find_free(void) {
  for (int i = 0; i < ENTRIES; i++) {
    if (entry_inode(i) == NO_INODE) return i;
  }
  return NO_ENTRY;
}

int directory_peek(const char *name) {
  int entry = find_name(name);
  return entry == NO_ENTRY ? NO_INODE : entry_inode(entry);
}

int directory_lookup(const char *name) {
  pthread_mutex_lock(&directory_lock);
  int inode = directory_peek(name);
  pthread_mutex_unlock(&directory_lock);
  return inode;
}

int directory_add(const char *name, int inode) {
  int result = NO_INODE;
  pthread_mutex_lock(&directory_lock);
  int entry = find_name(name);
  if (entry != NO_ENTRY) {
    result = entry_inode(entry);
  } else {
    entry = find_free();
    if (entry != NO_ENTRY) {
      disk_put_text(entry_address(entry), name, NAME_SIZE);
      disk_write(entry_address(entry) + NAME_SIZE, (byte)(inode + 1));
      volume.clock++;
      volume.dirty = 1;
      result = inode;
    }
  }
  pthread_mutex_unlock(&directory_lock);
  return result;
}

int directory_remove(const char *name) {
  int inode = NO_INODE;
  pthread_mutex_lock(&directory_lock);
  int entry = find_name(name);
  if (entry != NO_ENTRY) {
    inode = entry_inode(entry);
    disk_fill(entry_address(entry), 0, ENTRY_SIZE);
    volume.clock++;
    volume.dirty = 1;
  }
  pthread_mutex_unlock(&directory_lock);
  return inode;
}

int directory_rename(const char *from, const char *to) {
  int renamed = 0;
  pthread_mutex_lock(&directory_lock);
  int entry = find_name(from);
  if (entry != NO_ENTRY && find_name(to) == NO_ENTRY) {
    disk_put_text(entry_address(entry), to, NAME_SIZE);
    volume.clock++;
    volume.dirty = 1;
    renamed = 1;
  }
  pthread_mutex_unlock(&directory_lock);
  return renamed;
}

int directory_entry(int entry, char *name) {
  byte bytes[ENTRY_SIZE];
  disk_copy_out(entry_address(entry), bytes, ENTRY_SIZE);
  for (int i = 0; i < NAME_SIZE; i++) name[i] = (char)bytes[i];
  name[NAME_SIZE] = 0;
  int inode = bytes[NAME_SIZE] - 1;
  return inode_is_valid(inode) ? inode : NO_INODE;
}
