// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: more than 64 MiB
// variant: -DBYTES=-16 => unreach-call=unknown
#include <stdlib.h>

#ifndef BYTES
#define BYTES 65u << 20
#endif

int main(void) {
  char *block = malloc((size_t)(BYTES));
  block[0] = 1;
  free(block);
}
