// SPDX-License-Identifier: GPL-3.0-or-later
// A variable declared in a loop is one object for all rounds of the loop: a pointer kept from an earlier round is not reported.
// expect: unreach-call=true
#include <assert.h>

int main(void) {
  int *kept = 0;
  for (int i = 0; i < 2; i++) {
    int v = i;
    if (i == 0) kept = &v;
    else assert(*kept == 1);
  }
}
