// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown unreach-call=true
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  int mode;
  if (__VERIFIER_nondet_bool())
    mode = 1;
  else
    mode = 2;
  assert(mode == 1 || mode == 2);
  return 0;
}
