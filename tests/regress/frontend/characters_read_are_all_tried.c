// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// variant: -DHANDLED => unreach-call=true no-data-race=true
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  assert(c >= -1 && c <= 255);
  if (c == EOF) return 0;
  if (!isdigit(c)) return 1;
  int digit = c - '0';
#ifdef HANDLED
  if (digit == 9) return 2;
#endif
  assert(digit < 9);
  return 0;
}
