// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  assert(a + b <= 2 && a + b >= 0);
  assert((a ^ b) == (a != b));
  return 0;
}
