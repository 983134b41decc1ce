// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// refused: variable number of arguments
#include <assert.h>
#include <stdarg.h>

static int sum(int n, ...) {
  va_list args;
  int total = 0;
  va_start(args, n);
  for (int i = 0; i < n; i++) total += va_arg(args, int);
  va_end(args);
  return total;
}
int main(void) {
  assert(sum(3, 1, 2, 3) == 6);
  return 0;
}
