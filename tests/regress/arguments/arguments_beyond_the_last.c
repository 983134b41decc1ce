// SPDX-License-Identifier: GPL-3.0-or-later
// argv[argc] is null, and behind it there is nothing.
// expect: unreach-call=true
// variant: -DBEYOND => unreach-call=unknown valid-memsafety=false
// variant: -DNULL_IS_READ => unreach-call=unknown valid-memsafety=false
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

int main(int argc, char **argv) {
#ifdef BEYOND
  return argv[2] == NULL;
#elif defined NULL_IS_READ
  return atoi(argv[1]);
#else
  if (argc == 1) assert(argv[1] == NULL);
  if (argc == 2) assert(argv[1] != NULL && argv[2] == NULL);
  if (argc > 2) assert(argv[2] != argv[1]);
  return 0;
#endif
}
