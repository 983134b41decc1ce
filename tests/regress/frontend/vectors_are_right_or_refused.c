// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown|refused
#include <assert.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
  four a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
  four c = a + b;
  assert(c[0] == 11 && c[3] == 44);
  return 0;
}
