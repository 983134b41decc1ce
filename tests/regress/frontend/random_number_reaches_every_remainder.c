// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// line: 9
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int dice = rand() % 6 + 1;
  assert(dice != 6);
  return 0;
}
