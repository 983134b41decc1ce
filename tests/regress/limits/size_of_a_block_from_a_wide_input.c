// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: auto; explore unreach-call=unknown "input too wide"
// variant: -DBUG => unreach-call=false
// engines: auto; explore
// time-limit: 8s
// malloc does not fail, also where it is asked for more than there is: such executions are lost, the others are not.
#include <assert.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  size_t n = __VERIFIER_nondet_ulong();
  char *block = malloc(n);
  assert(block != NULL);
#ifdef BUG
  if (n > 0) {
    block[0] = 1;
    assert(n != 1 || block[0] == 0);
  }
#endif
  free(block);
}
