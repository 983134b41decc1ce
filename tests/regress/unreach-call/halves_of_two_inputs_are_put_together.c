// SPDX-License-Identifier: GPL-3.0-or-later
// The number is neither the one nor the other input, if their upper halves differ.
// expect: unreach-call=unknown
// engines: explore "part of an input is copied"
// variant: -DWHOLE => unreach-call=true
// engines: explore
#include <string.h>
void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned x, y, z;

int main(void) {
  x = __VERIFIER_nondet_uint();
  y = __VERIFIER_nondet_uint();
#ifdef WHOLE
  memcpy(&z, &x, sizeof z);
#else
  memcpy(&z, &x, 2);
  memcpy((char *)&z + 2, (char *)&y + 2, 2);
#endif
  if (z != x) reach_error();
  return 0;
}
