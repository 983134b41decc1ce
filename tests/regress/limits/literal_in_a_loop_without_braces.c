// SPDX-License-Identifier: GPL-3.0-or-later
// The literal of an earlier round has ended in C; here it ends with the loop.
// expect: unreach-call=true
#include <assert.h>

int main(void) {
  int *kept = 0, i = 0;
  while (i < 2) kept = i++ ? (assert(*kept == 1), kept) : (int[]){1};
}
