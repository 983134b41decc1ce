// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true unreach-call=true
#include <assert.h>

static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  assert(ackermann(2, 2) == 7);
  return 0;
}
