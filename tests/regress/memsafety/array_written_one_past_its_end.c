// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 6
int main(void) {
  int squares[4];
  for (int i = 0; i <= 4; i++) squares[i] = i * i;
  return squares[0];
}
