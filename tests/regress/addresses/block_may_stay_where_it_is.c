// SPDX-License-Identifier: GPL-3.0-or-later
// realloc may leave a block where it is, or move it.
// expect: unreach-call=true
// engines: explore; auto
// variant: -DMOVES => unreach-call=false
// variant: -DSTAYS => unreach-call=false
// replay with -DMOVES: a block must get the address of one that was freed
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *other = malloc(4), *old = NULL, *block = NULL;
  for (int i = 1; i <= 2; ++i) {  // both blocks from one place in the program
    old = block;
    block = realloc(block, 4 * i);
  }
#if defined(MOVES)
  assert(block != old);
#elif defined(STAYS)
  assert(block == old);
#endif
  assert(block != other && old != other && old != NULL);
  free(block);
  free(other);
}
