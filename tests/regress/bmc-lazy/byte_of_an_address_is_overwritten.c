// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// flags: --engine bmc-lazy
// variant: -DFILL => unreach-call=unknown
// Where the array begins is not known, nor what its address is without the last byte.
#include <string.h>
void reach_error(void);
static char a[16];

int main(void) {
  char *p = a + 5;
#ifdef FILL
  memset(&p, 0, 1);
#else
  *(unsigned char *)&p = 0;
#endif
  if (p != a) reach_error();
  return 0;
}
