// SPDX-License-Identifier: GPL-3.0-or-later
// What is written into a file that is mapped twice is seen in both places, and advice may empty a page: neither has a model.
// expect: unreach-call=unknown
// engines: auto
// reason: unmodelled call
// variant: -DADVICE => unreach-call=unknown
// variant: -DWILL_NEED => unreach-call=true
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
#if defined(ADVICE) || defined(WILL_NEED)
  int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return 1;
  p[0] = 5;
#ifdef ADVICE
  if (madvise(p, 4096, MADV_DONTNEED) == 0) assert(p[0] == 5);
#else
  if (madvise(p, 4096, MADV_WILLNEED) == 0) assert(p[0] == 5);
#endif
#else
  int file = open("numbers", O_RDWR);
  if (file < 0) return 1;
  char *p = mmap(NULL, 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), *q = mmap(NULL, 4, PROT_READ, MAP_SHARED, file, 0);
  if (p == MAP_FAILED || q == MAP_FAILED) return 1;
  p[0] = 5;
  assert(q[0] == 5);
#endif
  return 0;
}
