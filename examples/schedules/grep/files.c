// SPDX-License-Identifier: GPL-3.0-or-later
// What grep.c does with files. Nothing here is shared between threads but the names, which are written before they are
// put into the queue.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

enum { kMostFiles = 1 << 16, kBlock = 1 << 16 };
static char *names[kMostFiles];  // the first one is the word
static int known;

static char *next_line(void) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n < 0) return NULL;
  if (n > 0 && line[n - 1] == '\n') line[n - 1] = 0;
  return line;
}

int next_file(void) {
  if (known == 0 && (names[known++] = next_line()) == NULL) return -1;
  if (known == kMostFiles || (names[known] = next_line()) == NULL) return -1;
  return known++;
}

long search(int file) {
  FILE *in = fopen(names[file], "r");
  if (!in) return 0;
  const char *word = names[0];
  const size_t n = strlen(word);
  char block[kBlock];
  long found = 0;
  for (size_t kept = 0, got; n > 0 && n < kBlock && (got = fread(block + kept, 1, kBlock - kept, in)) > 0;) {
    const size_t all = kept + got;
    for (char *at = block; (at = memmem(at, (size_t)(block + all - at), word, n)) != NULL; at++) found++;
    kept = all < n - 1 ? all : n - 1;
    memmove(block, block + all - kept, kept);
  }
  fclose(in);
  return found;
}
