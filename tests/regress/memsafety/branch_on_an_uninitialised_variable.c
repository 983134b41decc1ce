// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 11
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  int mode;
  if (__VERIFIER_nondet_bool()) mode = 1;
  if (mode == 1) return 1;
  return 0;
}
