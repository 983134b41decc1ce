// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 9
#include <stdlib.h>

int main(void) {
  int numbers[3] = {1, 2, 3};
  int *p = numbers;
  free(p);
  return 0;
}
