// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown valid-memsafety=true|unknown
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int slots[3] = {0};
  slots[rand() % 3]++;
  assert(slots[0] + slots[1] + slots[2] == 1);
  return 0;
}
