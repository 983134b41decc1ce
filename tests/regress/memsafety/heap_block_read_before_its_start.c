// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false
// line: 9
#include <stdlib.h>

int main(void) {
  int *p = calloc(2, sizeof *p);
  if (!p) return 1;
  int x = p[-1];
  free(p);
  return x;
}
