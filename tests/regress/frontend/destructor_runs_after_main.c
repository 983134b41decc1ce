// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// line: 12
// variant: -DFIXED => unreach-call=true
// variant: -DEXITS => unreach-call=refused
#include <assert.h>
#include <stdlib.h>

static int open_files;

__attribute__((destructor)) static void at_the_end(void) {
  assert(open_files == 0);
}
int main(void) {
  open_files++;
#ifdef FIXED
  open_files--;
#endif
#ifdef EXITS
  exit(0);
#endif
  return 0;
}
