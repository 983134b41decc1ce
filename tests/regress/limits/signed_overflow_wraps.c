// SPDX-License-Identifier: GPL-3.0-or-later
// C calls it undefined; here it wraps, as with -fwrapv, and nothing is reported.
// expect: unreach-call=true
#include <assert.h>
#include <limits.h>

int main(void) {
  int x = INT_MAX;
  x++;
  assert(x == INT_MIN);
}
