// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 14
#include <stdlib.h>

int main(void) {
  char *line = malloc(8);
  if (!line) return 1;
  line[0] = ' ';
  while (*line == ' ') {
    line++;
    *line = 'x';
  }
  free(line);
  return 0;
}
