// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// files: same_static_name_other.c
// A static variable and a static function of the same name in two files stay apart.
#include <assert.h>

static int state = 1;
static int next(void) { return ++state; }
int other_next(void);

int main(void) {
  assert(next() == 2);
  assert(other_next() == 101);
  assert(next() == 3 && state == 3);
  assert(other_next() == 102);
  return 0;
}
