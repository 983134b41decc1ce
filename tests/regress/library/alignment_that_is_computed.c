// SPDX-License-Identifier: GPL-3.0-or-later
// A helper is told the alignment, or it is larger than any that has a model: the low bits of the address are not known.
// expect: unreach-call=unknown
// engines: explore
// reason: whose alignment the program computes
// variant: -DLARGE => unreach-call=unknown
// variant: -DUNUSED => unreach-call=true
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static void *take(size_t alignment, size_t bytes) {
  void *block;
  if (posix_memalign(&block, alignment, bytes)) abort();
  return block;
}

int main(void) {
#ifdef LARGE
  char *block = aligned_alloc(8192, 8192);
  assert((uintptr_t)block % 8192 == 0);
#else
  char *block = take(64, 128);
#ifndef UNUSED
  assert((uintptr_t)block % 64 == 0);
#endif
#endif
  block[0] = 1;
  assert(block[0] == 1);
  free(block);
  return 0;
}
