// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  size_t n = SIZE_MAX / 2 + 2;
  assert(calloc(n, 2) == NULL);
  return 0;
}
