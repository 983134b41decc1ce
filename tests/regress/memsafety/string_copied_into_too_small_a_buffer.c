// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 8
#include <string.h>

int main(void) {
  char name[4];
  strcpy(name, "anna");
  return name[0];
}
