// SPDX-License-Identifier: GPL-3.0-or-later
// The object that atomic_load leaves its value in ends with the body of the loop, and begins again with the next round.
// expect: unreach-call=true no-data-race=true valid-memsafety=unknown
// engines: explore
// reason: leaks
// variant: -DKEEPS_ADDRESS => valid-memsafety=false
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>

static int x;
static _Atomic(int *) current = &x;

int main(void) {
  int *seen, *before = NULL;
#ifdef KEEPS_ADDRESS
  int **literal = NULL;
#endif
  for (;;) {
#ifdef KEEPS_ADDRESS
    if (literal != NULL) assert(*literal == &x);
    literal = (int *[]){&x};
#endif
    seen = atomic_load(&current);
    if (seen == before) break;
    before = seen;
  }
  assert(seen == &x);
}
