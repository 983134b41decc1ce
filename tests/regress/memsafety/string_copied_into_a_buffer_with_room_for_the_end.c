// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=true|unknown unreach-call=true
#include <assert.h>
#include <string.h>

int main(void) {
  char name[5];
  strcpy(name, "anna");
  assert(strlen(name) == 4 && name[4] == 0);
  return 0;
}
