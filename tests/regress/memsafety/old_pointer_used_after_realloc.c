// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 12
#include <stdlib.h>

int main(void) {
  int *old = malloc(sizeof *old);
  if (!old) return 1;
  *old = 3;
  int *grown = realloc(old, 4 * sizeof *grown);
  if (!grown) return 1;
  *old = 4;
  free(grown);
  return 0;
}
