// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown|refused
#include <assert.h>

int main(void) {
  static void *program[] = {&&add, &&add, &&stop};
  int sum = 0, at = 0;
  goto *program[at];
add:
  sum += 2;
  goto *program[++at];
stop:
  assert(sum == 4);
  return 0;
}
