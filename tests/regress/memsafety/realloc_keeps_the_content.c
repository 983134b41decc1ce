// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown unreach-call=true
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *block = NULL, room = 0;
  for (int n = 0; n < 5; n++) {
    if (n == room) {
      room = room ? 2 * room : 1;
      int *grown = realloc(block, (size_t)room * sizeof *grown);
      if (!grown) abort();
      block = grown;
    }
    block[n] = n * 10;
  }
  for (int n = 0; n < 5; n++) assert(block[n] == n * 10);
  free(block);
  return 0;
}
