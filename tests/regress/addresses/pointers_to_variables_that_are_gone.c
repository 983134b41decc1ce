// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order; bmc-lazy
// The second call may put its variable where the first one's was.
#include <stdint.h>
void reach_error(void);
static uintptr_t where(void) {
  int local;
  return (uintptr_t)&local;
}

int main(void) {
  if (where() == where()) reach_error();
  return 0;
}
