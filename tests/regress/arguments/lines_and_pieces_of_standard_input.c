// SPDX-License-Identifier: GPL-3.0-or-later
// getline reads what the user gave as standard input; a descriptor reads it piece by piece.
// expect: unreach-call=true
// flags: --stdin tests/regress/arguments/lines_and_pieces_of_standard_input.c
// variant: -DPIECES => unreach-call=true
// variant: -DWRONG => unreach-call=false
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
#ifdef PIECES
  char piece[5];
  assert(read(0, piece, 5) == 5 && memcmp(piece, "// SP", 5) == 0);
  assert(read(0, piece, 5) == 5 && memcmp(piece, "DX-Li", 5) == 0);
#else
  char *line = NULL;
  size_t room = 0;
  assert(getline(&line, &room, stdin) == 45 && strcmp(line, "// SPDX-License-Identifier: GPL-3.0-or-later\n") == 0);
  assert(getdelim(&line, &room, ' ', stdin) == 3 && room >= 46);
#ifdef WRONG
  assert(getline(&line, &room, stdin) < 8);
#endif
  free(line);
#endif
}
