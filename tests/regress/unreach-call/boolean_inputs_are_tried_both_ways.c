// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// line: 14
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  bool left = __VERIFIER_nondet_bool(), right = __VERIFIER_nondet_bool();
  int signs = 0;
  if (left) signs++;
  if (right) signs++;
  assert(signs != 2);
  return 0;
}
