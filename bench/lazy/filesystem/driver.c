// SPDX-License-Identifier: GPL-3.0-or-later
// Two clients of the file system: the main thread and another. Each makes a file, writes and reads it, and looks at and
// removes the file of the other. ROUNDS says how often.
#include <pthread.h>
#include <stdio.h>

#include "directory.h"
#include "file.h"
#include "volume.h"

#ifndef ROUNDS
#define ROUNDS 1
#endif

struct client {
  const char *own, *other;   // names of files
  const byte *text;          // what it writes: two bytes
};

static const byte texts[2][2] = {{'h', 'i'}, {'y', 'o'}};
static const struct client clients[2] = {
    {.own = "a", .other = "b", .text = texts[0]},
    {.own = "b", .other = "a", .text = texts[1]},
};

static void store(const struct client *me) {
  int file = file_creat(me->own);
  if (file < 0 || file_write(file, me->text, 2) < 0) statistics.refused++;
  file_close(file);
  file_log('w');
}

static void load(const char *name) {
  byte text[2];
  int file = file_open(name, READ_ONLY);
  if (file_read(file, text, 2) < 0) statistics.refused++;
  file_close(file);
}

static void append(const struct client *me) {
  struct attributes now;
  int file = file_open(me->own, READ_WRITE);
  if (file_stat(me->own, &now) == 0) file_seek(file, now.size);
  if (file_write(file, me->text, 1) < 0) statistics.refused++;
  file_truncate(file, 2);
  file_close(file);
}

static void clean(const struct client *me) {
  if (file_rename(me->other, "old") < 0) statistics.refused++;
  if (file_unlink("old") < 0) statistics.refused++;
  file_log('d');
  volume_sync();
}

static void *run(void *arg) {
  const struct client *me = arg;
  for (int i = 0; i < ROUNDS; i++) {
    store(me);
    load(me->own);
    append(me);
    load(me->other);
    clean(me);
  }
  return 0;
}

static void list(void) {
  char name[NAME_BUFFER];
  struct attributes now;
  for (int i = 0; i < ENTRIES; i++) {
    int inode = directory_entry(i, name);
    if (inode == NO_INODE) continue;
    inode_attributes(inode, &now);
    printf("%-4s inode %d, links %d, %d bytes, changed at %d\n", name, now.inode, now.links, now.size, now.stamp);
  }
}

int main(void) {
  pthread_t other;
  if (!volume_mount()) return 1;
  pthread_create(&other, 0, run, (void *)&clients[1]);
  run((void *)&clients[0]);
  pthread_join(other, 0);
  list();
  printf("%d created, %d removed, %d opened, %d closed\n", statistics.created, statistics.removed, statistics.opened, statistics.closed);
  printf("%d reads of %d bytes, %d writes of %d bytes\n", statistics.reads, statistics.bytes_read, statistics.writes, statistics.bytes_written);
  printf("%d inodes and %d blocks free, %d requests refused, %d errors, %d contradictions\n", volume.free_inodes, volume.free_blocks,
         statistics.refused, volume.errors, volume_check());
  return 0;
}
