// SPDX-License-Identifier: GPL-3.0-or-later
// The number of arguments is an input; what many arguments say is unknown.
// expect: unreach-call=unknown
// engines: explore
// reason: --args
// variant: -DCOUNT => unreach-call=false
#include <assert.h>

int main(int argc, char **argv) {
#ifdef COUNT
  assert(argc < 3);
  return 0;
#else
  return argv[argc - 1][0];
#endif
}
