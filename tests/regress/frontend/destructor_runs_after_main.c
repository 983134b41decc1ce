// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// line: 14
// variant: -DFIXED => unreach-call=true
// variant: -DEXITS => unreach-call=refused
// variant: -DERRS => unreach-call=refused
#include <assert.h>
#include <err.h>
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
#ifdef ERRS
  errx(1, "this ends the program, and the function runs");
#endif
#ifdef EXITS
  exit(0);
#endif
  return 0;
}
