// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>

extern void abort(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
int main(void) {
  int x = 1;
  __VERIFIER_assert(x == 1);
  return 0;
}
