// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 13
#include <stdlib.h>

struct counter {
  int hits, misses;
};
int main(void) {
  struct counter *c = malloc(sizeof *c);
  if (!c) return 1;
  c->hits = 0;
  int any = c->misses > 0;
  free(c);
  return any;
}
