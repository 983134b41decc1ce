// SPDX-License-Identifier: GPL-3.0-or-later
// How often is the word in the file? The work of parallel_grep.c: a library, of which Heddle sees nothing.
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

long matches_in(const char *name, const char *word);

long matches_in(const char *name, const char *word) {
  int file = open(name, O_RDONLY);
  off_t size = file < 0 ? -1 : lseek(file, 0, SEEK_END);
  const char *text = size <= 0 ? MAP_FAILED : mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (file >= 0) close(file);
  if (text == MAP_FAILED) return 0;
  long found = 0;
  const size_t length = strlen(word);
  for (const char *at = text; (at = memmem(at, text + size - at, word, length)); at++) found++;
  munmap((void *)text, size);
  return found;
}
