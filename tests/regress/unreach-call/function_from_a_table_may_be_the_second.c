// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// Which function a table gives is an input; the bodies must not be mixed up.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const table[2])(void) = {one, two};

int main(void) {
  int got = table[__VERIFIER_nondet_bool()]();
  assert(got == 1);
  return 0;
}
