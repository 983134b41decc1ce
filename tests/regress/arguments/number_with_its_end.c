// SPDX-License-Identifier: GPL-3.0-or-later
// strtol: the number may be missing, may be followed by something, may be too large; a part of it may be cut off.
// expect: unreach-call=true
// variant: -DRANGE => unreach-call=false
// variant: -DCUT => unreach-call=false
// variant: -DREST => unreach-call=unknown
// reason: content of
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 3) return 1;
  char *end;
  errno = 0;
  long n = strtol(argv[1], &end, 10);
  if (end == argv[1]) {
    assert(n == 0);
    return 1;
  }
  if (errno == ERANGE) assert(n == LONG_MAX || n == LONG_MIN);
#ifdef RANGE
  assert(errno != ERANGE);
#endif
#ifdef REST
  if (*end != 0) return 1;
#endif
  int small = (int)strtol(argv[2], NULL, 10);
#ifdef CUT
  assert(small != 1234567);
#else
  if (small > 5 && small < 7) assert(small == 6);
#endif
  return 0;
}
