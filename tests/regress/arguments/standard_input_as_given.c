// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// flags: --stdin tests/regress/arguments/standard_input_as_given.c
// variant: -DWRONG => unreach-call=false
// variant: -DMIXED => unreach-call=unknown
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char line[64], three[3];
  assert(getchar() == '/');
  assert(getc(stdin) == '/');
  assert(fgets(line, sizeof line, stdin) != NULL);
  assert(strcmp(line, " SPDX-License-Identifier: GPL-3.0-or-later\n") == 0);
#ifdef MIXED  // the stream has read ahead, nobody says how far
  assert(read(0, three, 3) == 3 && three[2] == ' ');
#endif
  assert(fread(three, 1, 3, stdin) == 3 && three[2] == ' ');
#ifdef WRONG
  assert(fgetc(stdin) == 'x');
#endif
  return 0;
}
