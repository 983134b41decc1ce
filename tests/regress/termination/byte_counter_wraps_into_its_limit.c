// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true unreach-call=true
#include <assert.h>

int main(void) {
  unsigned char i = 0;
  int rounds = 0;
  while (i != 5) {
    i += 3;
    rounds++;
  }
  assert(rounds == 87);
  return 0;
}
