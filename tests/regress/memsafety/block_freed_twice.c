// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 7
#include <stdlib.h>

static void destroy(int *p, int failed) {
  free(p);
  if (failed) return;
}
int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p) return 1;
  destroy(p, 1);
  destroy(p, 0);
  return 0;
}
