// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false unreach-call=true
// An odd limit and steps of two: the byte wraps around for ever.
int main(void) {
  unsigned char i = 0;
  while (i != 5) i += 2;
  return 0;
}
