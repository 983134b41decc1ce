// SPDX-License-Identifier: GPL-3.0-or-later
// glibc frees the block and returns NULL, others return a new block.
// expect: unreach-call=unknown
// reason: realloc
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p = realloc(p, 0);
  assert(p != NULL);
  return 0;
}
