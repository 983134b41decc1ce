// SPDX-License-Identifier: GPL-3.0-or-later
// The volume: what is known about the disk as a whole, kept in memory while it is mounted. Everybody changes it and
// nobody locks it. That is tolerable for statistics; it is not for the numbers of free inodes and blocks.
#ifndef VOLUME_H
#define VOLUME_H
#include "disk.h"

struct volume {
  int free_inodes, free_blocks;
  int dirty;   // something was changed since the last volume_sync
  int clock;   // counts changes of inodes and of the directory; the time that inodes are stamped with
  int errors;  // tables found full
};

struct statistics {
  int created, removed, opened, closed;
  int reads, writes, bytes_read, bytes_written;
  int refused;  // requests of the clients that failed
};

extern struct volume volume;
extern struct statistics statistics;

// Whether the disk is one of ours. Before this nothing else may be called.
int volume_mount(void);

// Before a change: the first one since the last volume_sync notes on the disk that there are changes.
void volume_begin(void);

// Notes on the disk that everything is as it should be.
void volume_sync(void);

int volume_is_full(void);

// Looks at everything, with no lock: nobody else may be at work. Gives the number of contradictions found.
int volume_check(void);

#endif
