// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown unreach-call=true
#include <assert.h>

int main(void) {
  int squares[4];
  int *end = squares + 4;
  for (int *p = squares; p != end; p++) *p = (int)((p - squares) * (p - squares));
  assert(squares[3] == 9);
  return 0;
}
