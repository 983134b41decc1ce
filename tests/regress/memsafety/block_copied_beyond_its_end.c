// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 11
#include <stdlib.h>
#include <string.h>

int main(void) {
  int from[4] = {1, 2, 3, 4};
  int *to = malloc(3 * sizeof *to);
  if (!to) return 1;
  memcpy(to, from, sizeof from);
  free(to);
  return 0;
}
