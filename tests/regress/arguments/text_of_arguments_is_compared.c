// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of up to eight characters are looked at, character by character; longer ones make a proof impossible.
// expect: unreach-call=false
// variant: --args "-v -r" => unreach-call=false
// engines: auto; bmc-order; bmc-lazy
// variant: --args "-v" => unreach-call=true
// engines: auto; bmc-order; bmc-lazy
// variant: -DLONG => unreach-call=unknown
// reason: --args
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
#ifdef LONG
    assert(strcmp(argv[i], "--recursive") != 0);
#else
    assert(strcmp(argv[i], "-r") != 0);
#endif
  return 0;
}
