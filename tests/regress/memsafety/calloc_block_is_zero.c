// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown unreach-call=true
#include <assert.h>
#include <stdlib.h>

struct counter {
  int hits, misses;
  char *name;
};
int main(void) {
  struct counter *c = calloc(2, sizeof *c);
  if (!c) return 1;
  assert(c[1].hits == 0 && c[1].misses == 0 && c[1].name == NULL);
  free(c);
  return 0;
}
