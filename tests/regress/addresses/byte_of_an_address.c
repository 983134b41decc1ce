// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order; bmc-lazy
// A part of an address is not a number that could be known.
void reach_error(void);
int x;

int main(void) {
  int *p = &x;
  unsigned char *bytes = (unsigned char *)&p;
  if (bytes[0] == 8) reach_error();
  return 0;
}
