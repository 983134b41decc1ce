// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes themselves, as a freshly formatted volume has them: one file, the log, with inode 0 and block 0.
#include "disk.h"

static byte disk[DISK_SIZE] = {
    [MAGIC_BYTE] = MAGIC,
    [INODE_MAP] = 1,
    [BLOCK_MAP] = 1,
    [STATE_BYTE] = CLEAN,
    [INODE_TABLE] = 1,              // links of inode 0; its size and its block are 0
    [DIRECTORY] = 'l', 'o', 'g', 1,
};

byte disk_read(int address) {
  return disk[address];
}

void disk_write(int address, byte value) {
  disk[address] = value;
}

int disk_test_bit(int address, int bit) {
  return disk[address] >> bit & 1;
}

// The other bits of the byte are read and written back: a change somebody else makes to them in between is lost.
void disk_set_bit(int address, int bit) {
  byte old = disk[address];
  disk[address] = (byte)(old | 1 << bit);
}

void disk_clear_bit(int address, int bit) {
  byte old = disk[address];
  disk[address] = (byte)(old & ~(1 << bit));
}

void disk_copy_out(int address, byte *to, int count) {
  for (int i = 0; i < count; i++) to[i] = disk[address + i];
}

void disk_copy_in(int address, const byte *from, int count) {
  for (int i = 0; i < count; i++) {
    disk[address + i] = from[i];
  }
}

void disk_fill(int address, byte value, int count) {
  for (int i = 0; i < count; i++) {
    disk[address + i] = value;
  }
}

int disk_holds_text(int address, const char *text, int size) {
  for (int i = 0; i < size; i++) {
    byte c = disk[address + i];
    if (c != (byte)text[i]) return 0;
    if (c == 0) return 1;
  }
  return 1;
}

void disk_put_text(int address, const char *text, int size) {
  int i = 0;
  for (; i < size && text[i] != 0; i++) {
    disk[address + i] = (byte)text[i];
  }
  for (; i < size; i++) {
    disk[address + i] = 0;
  }
}
