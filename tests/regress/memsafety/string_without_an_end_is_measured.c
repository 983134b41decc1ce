// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 9
#include <string.h>

int main(void) {
  char name[3];
  strncpy(name, "bob", sizeof name);
  return (int)strlen(name);
}
