// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore
// variant: -DMORE => unreach-call=false
// variant: -DMALLOC => unreach-call=false
// replay: bits of an address
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

static int is_at(const void *p, unsigned n) { return ((uintptr_t)p & (n - 1)) == 0; }

int main(void) {
  assert(is_at(aligned_alloc(64, 128), 64));
  assert(is_at(memalign(256, 10), 256));
  assert(is_at(valloc(10), 4096));
  void *p;
  if (posix_memalign(&p, 32, 100) != 0) return 1;
  assert(is_at(p, 32));
  char *page = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(page == MAP_FAILED || is_at(page, 4096));
#ifdef MORE
  assert(is_at(p, 64));
#endif
#ifdef MALLOC
  assert(is_at(malloc(64), 64));
#endif
  return 0;
}
