// SPDX-License-Identifier: GPL-3.0-or-later
// A variable that keeps the address of such a block is not the block: the next round of the loop does not end it.
// expect: unreach-call=true
#include <alloca.h>
#include <assert.h>

int main(void) {
  int *kept[2];
  for (int i = 0; i < 2; i++) {
    int *block = alloca(sizeof *block);
    *block = i;
    kept[i] = block;
  }
  assert(*kept[0] == 0 && *kept[1] == 1);
}
