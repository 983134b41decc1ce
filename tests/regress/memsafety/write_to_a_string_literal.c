// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 6
int main(void) {
  char *greeting = "hello";
  greeting[0] = 'j';
  return 0;
}
