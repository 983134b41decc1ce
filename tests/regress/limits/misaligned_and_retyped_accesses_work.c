// SPDX-License-Identifier: GPL-3.0-or-later
// C calls both undefined; here memory is bytes, and nothing is reported.
// expect: unreach-call=true
#include <assert.h>

int main(void) {
  char bytes[8] = {0};
  int *odd = (int *)(bytes + 1);
  float one = 1;
  assert(*odd == 0);
  assert(*(int *)&one == 0x3f800000);
}
